"""The same rows on python3-yaql; prints {name: microseconds} as JSON. usage: python-side.py SECONDS"""
import json
import os
import sys
import time

import yaql

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = float(sys.argv[1])
rows = json.load(open(os.path.join(HERE, 'expressions.json')))['expressions']
data = json.load(open(os.path.join(HERE, 'data.json')))
engine = yaql.YaqlFactory().create(options={
    'yaql.limitIterators': 100000, 'yaql.memoryQuota': 100000000,
    'yaql.convertSetsToLists': True, 'yaql.convertTuplesToLists': True})
root = yaql.create_context()
result = {}
for row in rows:
    if row.get('parse'):
        def run(text=row['expr']):
            return engine(text)
    else:
        def run(parsed=engine(row['expr']), given=data[row['data']]):
            return parsed.evaluate(data=given, context=root.create_child_context())
        if run() != row['expect']:
            raise SystemExit('%s answers something else' % row['name'])
    best, end = None, time.perf_counter() + SECONDS
    while best is None or time.perf_counter() < end:
        count, started = 0, time.process_time()
        while count < 1 or time.process_time() - started < 0.05:
            run()
            count += 1
        took = (time.process_time() - started) / count
        best = took if best is None else min(best, took)
    result[row['name']] = best * 1e6
print(json.dumps(result))
