import { openDatabase } from '@/lib/db/client';
import { startTestCloud } from './testing';

// A process of its own that carries a cloud until it is killed: recovery.process.ts <url> <scale>
const [url = '', scale = '1'] = process.argv.slice(2);
const { cloud } = await startTestCloud({ db: openDatabase(url, 5), url }, { timeScale: Number(scale) }, false);
process.stdout.write('started\n');
process.once('SIGTERM', () => void cloud.stop().then(() => process.exit(0)));
