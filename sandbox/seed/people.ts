import type { Random } from '../state/random';

const FIRST = ['Amelie', 'Jonas', 'Beatriz', 'Zoë', 'Kofi', 'Siobhán', 'Ravi', 'Ingrid', 'João'];
const LAST = ['Berger', 'O’Neill', 'Silva', 'García', 'Yılmaz', 'de Vries', 'Nakamura', 'Sørensen'];

/** A made-up holder. */
export interface Person {
  name: string;
  email: string;
  phone: string;
}

/** Draw a person; `number` makes email address and phone number unique. */
export function drawPerson(random: Random, number: number): Person {
  const first = random.pick(FIRST);
  const last = random.pick(LAST);
  const plain = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^a-z.]/gi, '')
    .toLowerCase();
  return {
    name: `${first} ${last}`,
    email: `${plain}${number}@example.com`,
    // 555 01xx numbers are reserved for examples; the suffix makes them unique.
    phone: `+1555010${String(number).padStart(4, '0')}`,
  };
}
