/** Memory and processor time of a process and its children, from Linux' /proc. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

import { runProgram } from '../../e2e/support/tools';

/** Makes `peakBytes` count from now on: starting n8n takes more memory than a small run. */
export function resetPeak(pid: number): void {
  // 5 resets VmHWM; see proc_pid_clear_refs(5).
  for (const each of processTree(pid)) writeFileSync(`/proc/${each}/clear_refs`, '5');
}

/** Sum of the peak memory (resident set) of each process since `resetPeak`, bytes. */
export function peakBytes(pid: number): number {
  return sum(processTree(pid), (each) => {
    const status = readFileSync(`/proc/${each}/status`, 'utf8');
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
    if (kilobytes === undefined) throw new Error(`Process ${each} has no VmHWM`);
    return Number(kilobytes) * 1024;
  });
}

/** Processor time since the start, user and system, ms. */
export function cpuMs(pid: number): number {
  const ticksPerSecond = Number(runProgram('getconf', ['CLK_TCK']));
  const ticks = sum(processTree(pid), (each) => {
    const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
    // The name in parentheses may contain spaces. `utime` is field 14, `stime` 15; the rest starts with 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return (ticks * 1000) / ticksPerSecond;
}

/** IDs of a process, its children, their children and so on. */
function processTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter((id) => id !== '')
      .map(Number),
  );
  return [pid, ...children.flatMap(processTree)];
}

function sum(pids: number[], of: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + of(pid), 0);
}
