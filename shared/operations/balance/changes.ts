import { ServiceError, invalidInput, settle } from '../../errors/serviceError';
import { changeBalance } from '../../api/balances';
import { findByContact } from '../../api/findByContact';
import { readIdentity } from '../../api/passes';
import { type Output, toOutput } from '../../fields/output';
import type { PassRef } from '../../service/requests';
import { exactNumber } from '../../service/numbers';
import { isBlank, quoted } from '../../service/text';
import { counted } from '../../service/wording';
import type { Context } from '../context';
import type { NoteWords } from '../notes';
import { ifBalanceTooLow } from './inputs';
import { balanceOutput, changeOutput } from './output';

/** Sets the balance to an amount. */
export async function setBalance(
  { client }: Context,
  { pass, amount }: { pass: PassRef; amount: number },
): Promise<Output> {
  return balanceOutput(await changeBalance(client, pass, 'set', amount));
}

/** Adds an amount to a balance. */
export async function addToBalance(
  { client }: Context,
  { pass, amount }: { pass: PassRef; amount: number },
): Promise<Output> {
  const response = await changeBalance(client, pass, 'add', amount);
  return {
    ...balanceOutput(response),
    ...changeOutput(amount, response.pointsBalance),
  };
}

interface Subtraction {
  pass: PassRef;
  amount: number;
  ifBalanceTooLow: string;
}

/** Subtracts an amount; the service stops at zero without an error, so `fail` reads the balance first. */
export async function subtractBalance(
  context: Context,
  { pass, amount, ifBalanceTooLow }: Subtraction,
): Promise<Output> {
  const before = ifBalanceTooLow === 'fail' ? await readBalance(context, pass) : undefined;
  if (before !== undefined && before < amount) throw tooLow(amount, before);
  const response = await changeBalance(context.client, pass, 'subtract', amount);
  const change = changeOutput(-amount, response.pointsBalance, before);
  if (change.stoppedAtZero) context.notes.push({ code: 'stoppedAtZero' });
  return { ...balanceOutput(response), ...change };
}

/** The balance for a preview, if it can be read; the subtraction itself does not depend on it. */
export async function previewSubtraction(
  context: Context,
  { pass, amount }: Subtraction,
): Promise<Output> {
  const { value: previousBalance } = await settle(readBalance(context, pass));
  if (previousBalance === undefined) return {};
  const stoppedAtZero = previousBalance < amount || undefined;
  if (stoppedAtZero) context.notes.push({ code: 'stoppedAtZero' });
  const applied = Math.min(amount, Math.max(previousBalance, 0));
  return toOutput({ previousBalance, applied, stoppedAtZero }, {});
}

/** The balance is now 0, and the amount may have been larger than the balance. */
export const stoppedAtZero: NoteWords = (notes, where) => {
  const its = notes.length === 1 ? 'its' : 'their';
  const [stops, maybe] = notes.every(({ isPreview }) => isPreview)
    ? ['would stop', `${its} amount is more than the balance`]
    : ['stopped', `${its} amount may have been more than the balance`];
  return [
    `${counted(notes.length, 'item')} ${stops} at zero, so ${maybe}: ${where(notes)}. To subtract nothing then, set '${ifBalanceTooLow.label}' to Fail.`,
  ];
};

/**
 * Only list rows have the balance, and the service lists passes by template.
 * @throws ServiceError `invalidInput` without a template
 */
export function assertBalanceReadable({ pass, ifBalanceTooLow }: Subtraction): void {
  if (ifBalanceTooLow === 'fail' && pass.templateId === undefined) throw templateRequired();
}

async function readBalance(context: Context, pass: PassRef): Promise<number> {
  const { templateId } = pass;
  if (templateId === undefined) throw templateRequired();
  const { id: passId } = await readIdentity(context.client, pass);
  const row =
    pass.by === 'id' && pass.contact !== undefined
      ? (await findByContact(context.client, templateId, pass.contact, 'all')).find(
          ({ id }) => id === passId,
        )
      : await context.passes.list(templateId).reader.rereadRow({ ...pass, passId });
  if (!row) throw passNotListed(pass, passId, templateId);
  const { balance } = row.templateFields;
  if (isBlank(balance)) return 0;
  const amount = typeof balance === 'string' ? Number(balance) : balance;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw notANumber(balance);
  return exactNumber(amount) ?? amount;
}

function tooLow(amount: number, balance: number): ServiceError {
  const isEmpty = balance <= 0;
  const fix = isEmpty ? 'The card is empty: skip it' : `Subtract at most ${balance}`;
  return invalidInput(
    'Amount',
    'amount',
    `is more than the balance: ${amount} is requested, ${balance} is left`,
    `${fix}, or set 'If the Balance Is Too Low' to Stop at Zero.`,
  ).with({ kind: 'conflict', details: { balance } });
}

function templateRequired(): ServiceError {
  return invalidInput(
    'Template',
    'templateId',
    "is required if 'If the Balance Is Too Low' is set to Fail",
    "Choose the template of the pass, or set 'If the Balance Is Too Low' to Stop at Zero.",
  );
}

function passNotListed({ externalId }: PassRef, passId: string, templateId: string): ServiceError {
  return new ServiceError({
    kind: 'notFound',
    field: 'templateId',
    message: `The pass was not found among the passes of the template ${quoted(templateId)}: ${quoted(passId)}`,
    fix:
      externalId === undefined
        ? "In 'Template', choose the template the pass was issued from."
        : "Nothing was subtracted. A pass that was issued a moment ago may be listed a few minutes later: run this again then, or set 'If the Balance Is Too Low' to Stop at Zero.",
  });
}

function notANumber(balance: unknown): ServiceError {
  return new ServiceError({
    kind: 'conflict',
    message: `The balance of the pass is not a number: ${quoted(String(balance))}`,
    fix: 'Set the balance to a number first.',
  });
}
