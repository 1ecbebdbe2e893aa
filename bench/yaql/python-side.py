"""The same rows on python3-yaql; prints {name, us} of one row as JSON: microseconds a run. usage: python-side.py ROW SECONDS"""
import json
import os
import sys
import time

import yaql

HERE = os.path.dirname(os.path.abspath(__file__))
NAME, SECONDS = sys.argv[1], float(sys.argv[2])
rows = json.load(open(os.path.join(HERE, 'expressions.json')))['expressions']
row = next(row for row in rows if row['name'] == NAME)
data = json.load(open(os.path.join(HERE, 'data.json')))
engine = yaql.YaqlFactory().create(options={
    'yaql.limitIterators': 100000, 'yaql.memoryQuota': 100000000,
    'yaql.convertSetsToLists': True, 'yaql.convertTuplesToLists': True})
root = yaql.create_context()
if row.get('parse'):
    def run():
        return engine(row['expr'])
else:
    parsed, given = engine(row['expr']), data[row['data']]

    def run():
        return parsed.evaluate(data=given, context=root.create_child_context())
    if run() != row['expect']:
        raise SystemExit('%s answers something else' % NAME)
best, end = None, time.perf_counter() + SECONDS
while best is None or time.perf_counter() < end:
    count, started = 0, time.process_time()
    while count < 1 or time.process_time() - started < 0.05:
        run()
        count += 1
    took = (time.process_time() - started) / count
    best = took if best is None else min(best, took)
print(json.dumps({'name': NAME, 'us': best * 1e6}))
