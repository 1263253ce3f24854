import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory of live objects, bytes. */
export function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
