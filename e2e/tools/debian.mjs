/** Programs that come from Debian's packages. */
import { execFileSync, spawnSync } from 'node:child_process';

/** Program, and the package that holds it. */
const PROGRAMS = {
  chromium: 'chromium',
  'redis-server': 'redis-server',
  openssl: 'openssl',
  // The server's own programs are outside the PATH.
  pg_ctlcluster: 'postgresql',
};

const isThere = (program) => spawnSync('which', [program]).status === 0;

/**
 * Installs the programs that are missing, as root or with sudo.
 * @param wanted default: all
 * @throws Error that names the packages to install, if neither is possible
 */
export function installPrograms(wanted = Object.keys(PROGRAMS)) {
  const missing = wanted.filter((program) => !isThere(program));
  if (missing.length === 0) return;

  const packages = missing.map((program) => PROGRAMS[program]);
  const byHand = `Install these packages and run it again: apt-get install ${packages.join(' ')}`;
  if (!isThere('apt-get')) throw new Error(`There is no apt-get here. ${byHand}`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) {
    throw new Error(`Installing needs root, or sudo without a password. ${byHand}`);
  }

  console.log(`Installing ${packages.join(', ')} from Debian's packages.`);
  const apt = (...args) => {
    const [command, ...rest] = [
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...args,
    ];
    execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  apt('update', '-qq');
  // Debian may start redis and PostgreSQL as services; the suites start their own, on free ports.
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
