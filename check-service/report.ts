/** What a run prints: a table, then in words what will not work. Safe for an issue report. */
import Table from 'cli-table3';

import { SERVICE_VERSION } from '../shared/service/vocabulary';
import type { Result } from './outcome';
import type { Asked, Report } from './run';
import type { Statement } from './statements';

const GUIDE = 'docs/check-service.md';

/** The request of a statement, or what is read. */
function asksOf({ asks }: Pick<Statement, 'asks'>): string {
  if (typeof asks === 'string') return asks;
  const { request, body, key } = asks;
  const parts = [
    request,
    body && JSON.stringify(body),
    key && `with ${key === 'made up' ? 'a made-up key' : 'the key as Bearer token'}`,
  ];
  return parts
    .filter(Boolean)
    .join(' ')
    .replace(/\$(\w+)/g, '<$1 ID>');
}

export function sectionOf({ section }: Pick<Statement, 'section'>): string {
  return `docs/service.md#${section}`;
}

/** Statements that the code relies on; what this account can't show does not count. */
function relied({ statements }: Report, result: Result): Asked[] {
  return statements.filter(
    (one) => one.relied && one.result === result && !(result === 'not tried' && one.optional),
  );
}

const isLeft = ({ removal }: Report) =>
  removal !== undefined && (removal.kept > 0 || !removal.isListed);

/** 0: everything that the code relies on holds. 1: something differs. 2: not all was asked, or removed. 130: interrupted. */
export function exitCode(report: Report): number {
  if (report.isInterrupted) return 130;
  if (relied(report, 'differs').length > 0) return 1;
  return relied(report, 'not tried').length > 0 || isLeft(report) ? 2 : 0;
}

/** The whole result as text. */
export function textReport(report: Report): string {
  return [tableOf(report.statements), '', ...summary(report)].join('\n');
}

export function tableOf(statements: readonly Asked[]): string {
  const table = new Table({
    head: ['Statement', 'The connector expects', 'This service', 'Result'],
    colWidths: [26, 42, 38, 11],
    wordWrap: true,
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  for (const { id, says, open, found, result } of statements) {
    const shown = result === 'differs' ? 'DIFFERS' : result;
    table.push([id, open ? `${says} *` : says, found, shown]);
  }
  const note = '* Not documented: what the connector has chosen to expect.';
  return `${table.toString()}\n${note}`;
}

/** In words: what was not asked, what differs, what it means, and the result. */
export function summary(report: Report): string[] {
  const { statements, requests } = report;
  const of = (result: Result) => statements.filter((one) => one.result === result);
  const count = (result: Result) => of(result).length;
  return [
    ...notTried(of('not tried')),
    ...section(
      'Differs, but the connector copes:',
      of('differs').filter((one) => !one.relied),
      explained,
    ),
    ...section('Will not work with this service:', relied(report, 'differs'), explained),
    `${statements.length} statements: ${count('holds')} hold, ${count('differs')} differ, ${count('not tried')} not tried (${requests} requests).`,
    ...leftInWords(report),
    verdict(report),
  ];
}

/** The reasons, each with its statements. */
function notTried(statements: readonly Asked[]): string[] {
  const reasons = [...new Set(statements.map(({ found }) => found))];
  const idsOf = (reason: string) =>
    statements.filter(({ found }) => found === reason).map(({ id }) => id);
  const lines = reasons.map((reason) => `  ${idsOf(reason).join(', ')}: ${reason}`);
  return lines.length === 0 ? [] : ['Not tried:', ...lines, ''];
}

function section(
  title: string,
  statements: readonly Asked[],
  lines: (one: Asked) => string[],
): string[] {
  return statements.length === 0 ? [] : [title, ...statements.flatMap(lines), ''];
}

function explained(one: Asked): string[] {
  const source = one.open ? 'not documented, chosen' : 'documented';
  return [
    `  ${one.id}: ${one.means}`,
    `    Expected (${source}): ${one.says}`,
    `    This service: ${one.found}`,
    `    Asked: ${asksOf(one)}; see ${sectionOf(one)}`,
  ];
}

function leftInWords({ leftovers, removal, ...report }: Report): string[] {
  if (removal === undefined) {
    return leftovers === 0
      ? []
      : [
          `An earlier --write has left ${leftovers} of its templates; the next --write removes them.`,
        ];
  }
  if (removal.removed + removal.kept === 0 && removal.isListed) return [];
  return [
    isLeft({ ...report, leftovers, removal })
      ? 'NOT REMOVED: delete the template "Service check ..." in the dashboard, or run --write again.'
      : 'The template of this run is deleted, which voids its passes.',
  ];
}

function verdict(report: Report): string {
  const guide = `What to do: ${GUIDE}`;
  switch (exitCode(report)) {
    case 0:
      return 'Everything that the connector relies on holds.';
    case 1:
      return `The connector relies on what differs. ${guide}`;
    case 130:
      return 'Interrupted: not everything was asked.';
    default:
      return relied(report, 'not tried').length > 0
        ? `Not everything that the connector relies on could be asked. ${guide}`
        : 'Everything that the connector relies on holds, but not everything was removed.';
  }
}

/** The same for a program or an issue report. */
export function jsonReport(report: Report): string {
  const statements = report.statements.map(({ asks, isWritten: _, ...one }) => ({
    ...one,
    section: sectionOf(one),
    asks: asksOf({ asks }),
  }));
  const rest = { exitCode: exitCode(report), summary: summary(report) };
  return JSON.stringify(
    { serviceVersion: SERVICE_VERSION, ...report, statements, ...rest },
    null,
    2,
  );
}
