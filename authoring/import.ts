import { parseArgs } from 'node:util';
import { writeZip } from '@/lib/formats/archive/write-zip';
import { isObject } from '@/lib/model/json';
import type { Command } from './command';
import { importedIn, problemLines, tokenAt, upload } from './installation';
import { readPackages } from './read-files';
import { required } from './required';
import { watchPackage } from './watch';

/** `import DIR|ZIP --to URL`: a package into the catalog of a running installation. */
export const importCommand: Command = {
  usage: 'import DIR|ZIP --to URL [--public] [--watch]',
  about: [
    'Takes a package into the catalog of a running installation, where it is checked; or the packages in a folder, which',
    'may require each other: all or none.',
    '--to       where the installation is, for example http://localhost:3000',
    '--public   for everybody instead of the tenant alone; for who administers the installation',
    '--watch    again at each change of the folder, each time as the next version that is free, until Ctrl+C',
    "Who asks is said as OpenStack's clients do: OS_USERNAME, OS_PASSWORD and OS_PROJECT_NAME, or OS_TOKEN.",
  ],
  async run(args, say) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        public: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
      },
    });
    const source = required(positionals[0], 'which package to import');
    const url = required(values.to, 'where to import it: --to URL').replace(/\/+$/, '');
    const to = { url, token: await tokenAt(url), isPublic: values.public };
    if (values.watch) {
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort());
      await watchPackage({ folder: source, to, say }, stop.signal);
      return 0;
    }
    const archive = await writeZip(await readPackages(source));
    const { status, answer } = await upload({ ...to, archive });
    if (isObject(answer) && answer.code === 'package_already_there') {
      say(String(answer.detail));
      return 0;
    }
    if (status !== 200) {
      for (const line of problemLines(answer, status)) say(line);
      return 1;
    }
    for (const { fully_qualified_name: name, version, digest } of importedIn(answer))
      say(`${name} ${version} is in the catalog; its content is ${digest}.`);
    return 0;
  },
};
