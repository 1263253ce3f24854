/** Installs programs from Debian's packages. */
import { execFileSync, spawnSync } from 'node:child_process';

/** Programs and their packages. */
const PROGRAMS = {
  chromium: 'chromium',
  'redis-server': 'redis-server',
  openssl: 'openssl',
  // The server's programs are outside the PATH.
  pg_ctlcluster: 'postgresql',
};

const isThere = (program) => spawnSync('which', [program]).status === 0;

/**
 * Installs missing programs, as root or with sudo.
 * @param wanted default: all
 * @throws Error naming the packages to install, if neither is possible
 */
export function installPrograms(wanted = Object.keys(PROGRAMS)) {
  const missing = wanted.filter((program) => !isThere(program));
  if (missing.length === 0) return;

  const packages = missing.map((program) => PROGRAMS[program]);
  const byHand = `Install these packages, then run the command again: apt-get install ${packages.join(' ')}`;
  if (!isThere('apt-get')) throw new Error(`apt-get was not found. ${byHand}`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) {
    throw new Error(`Installing requires root, or sudo without a password. ${byHand}`);
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
  // Debian may start Redis and PostgreSQL as services; the suites start their own on free ports.
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
