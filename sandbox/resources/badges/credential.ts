import { WALLET_A_PLATFORM } from '../../../shared/service/vocabulary';
import type { BadgePass, BadgePassStatus, BadgeTemplate } from '../../state/badgeEntities';

const FACILITY_BITS = 8;
const NUMBER_BITS = 16;
/** A parity bit in front and one at the end. */
const BITS = FACILITY_BITS + NUMBER_BITS + 2;

/** In a wallet, opening doors or paused: only these have card numbers. */
const IN_WALLET: readonly BadgePassStatus[] = ['ACTIVE', 'SUSPENDED', 'USER_SUSPENDED'];

/** The credential a door reader sees; none if the badge pass is not in a wallet. */
export function credentialsOf(pass: BadgePass, { facilityCode, keyset }: BadgeTemplate) {
  if (!IN_WALLET.includes(pass.status)) return [];
  return [
    {
      passId: pass.id,
      platform: WALLET_A_PLATFORM,
      format: 'W26',
      bits: BITS,
      facilityCode: String(facilityCode),
      cardNumber: String(pass.cardNumber),
      wiegandHex: wiegandHex(facilityCode, pass.cardNumber),
      keyset,
    },
  ];
}

/** The 26-bit Wiegand word: even parity of the first half, the numbers, odd parity of the second. */
export function wiegandHex(facilityCode: number, cardNumber: number): string {
  const numbers =
    binary(facilityCode % 2 ** FACILITY_BITS, FACILITY_BITS) +
    binary(cardNumber % 2 ** NUMBER_BITS, NUMBER_BITS);
  const half = numbers.length / 2;
  const even = ones(numbers.slice(0, half)) % 2;
  const odd = 1 - (ones(numbers.slice(half)) % 2);
  return parseInt(`${even}${numbers}${odd}`, 2)
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(BITS / 4), '0');
}

const binary = (value: number, bits: number) => value.toString(2).padStart(bits, '0');
const ones = (bits: string) => bits.replaceAll('0', '').length;
