import { print, printError } from '../../examples/print';
import { issuedTable, problemTable, summary } from '../../examples/report';
import type { RowOutcome } from '../../examples/runOnN8n';

/** Names that a terminal would obey: clear the screen, set the title, go back, one byte for ESC [, turn around. */
const NAMES = ['\u001b[2JAna', '\u001b]0;Title\u0007', 'Ana\rEve', '\u009b2J', 'Ana\u202eevE'];

test('The example prints nothing of a sheet or of the service that a terminal would obey', () => {
  const printed: string[] = [];
  const keep = (text: string) => void printed.push(text);
  const spies = [
    jest.spyOn(console, 'log').mockImplementation(keep),
    jest.spyOn(console, 'error').mockImplementation(keep),
  ];
  const rows = NAMES.map((member, item): RowOutcome => {
    const row = { item, member, outcome: member };
    return item % 2
      ? { ...row, reason: member, fix: member }
      : { ...row, pass: { id: member, link: member } };
  });
  for (const text of [summary(rows), issuedTable(rows, 9, 'link'), problemTable(rows)]) {
    print(text ?? '');
  }
  printError(new Error(NAMES.join()));
  for (const spy of spies) spy.mockRestore();

  expect(printed).toHaveLength(4);
  expect(printed.join('')).toContain('�[2JAna');
  expect(printed.join('')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
