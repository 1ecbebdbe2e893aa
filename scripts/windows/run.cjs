// Runs a program on Windows and prints what it has printed when it ends: PowerShell needs a console and pipes of Windows,
// which a program of Windows alone can give it. What the program starts may go on with its pipes.
const { spawn } = require('node:child_process');

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
const chunks = [];
for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
child.once('error', (error) => chunks.push(Buffer.from(error.message)));
child.once('exit', (code) =>
  setTimeout(() => {
    require('node:fs').writeSync(1, Buffer.concat(chunks));
    process.exit(code ?? 1);
  }, 100),
);
