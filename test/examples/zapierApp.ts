import type { OperationKind, ZapierEngine, ZapierField, ZapierStep } from '../engines/zapierEngine';
import type { Page, PageStep, Zap } from '../../scripts/docs/zapierPage';

type Result = Record<string, unknown>;
/** The result of a step, by the label a person sees. */
export type StepOutputs = Record<string, unknown>;

interface AppStep {
  kind: OperationKind;
  key: string;
  operation: ZapierStep;
}

/** The built app as seen by a person who follows a page: everything by its label. */
export class AppByLabel {
  /** Forms and outputs that were read, which are the same in every run. */
  private readonly fields = new Map<string, Promise<ZapierField[]>>();

  private constructor(
    private readonly zapier: ZapierEngine,
    private readonly steps: Map<string, AppStep>,
    /** Names of templates and badges, and their IDs, as dynamic dropdowns offer them. */
    private readonly offered: Map<string, string>,
  ) {}

  static async open(zapier: ZapierEngine): Promise<AppByLabel> {
    const { triggers = {}, searches = {}, creates = {} } = await zapier.definition();
    const steps = new Map<string, AppStep>();
    for (const [kind, operations] of Object.entries({
      trigger: triggers,
      search: searches,
      create: creates,
    })) {
      for (const [key, operation] of Object.entries(operations)) {
        const { label, hidden } = operation.display;
        if (!hidden) steps.set(label, { kind: kind as OperationKind, key, operation });
      }
    }
    const lists = await Promise.all(
      ['template_list', 'badge_list'].map((key) => zapier.perform<Result[]>('trigger', key)),
    );
    const offered = lists.flat().map(({ id, name }) => [String(name), String(id)] as const);
    return new AppByLabel(zapier, steps, new Map(offered));
  }

  /** The same app on another connection, e.g. with a smaller key; dropdowns are known already. */
  connected(zapier: ZapierEngine): AppByLabel {
    return new AppByLabel(zapier, this.steps, this.offered);
  }

  /** Terms on a page that are not in the app; empty if there are none. */
  async findings(page: Page, zapiersOwn: readonly string[]): Promise<string[]> {
    const known = new Set(zapiersOwn);
    const findings: string[] = [];
    for (const [label, { operation }] of this.steps) {
      known.add(label);
      for (const { label: name } of outputs(operation)) if (name) known.add(name);
      const { inputFields = [] } = operation.operation as { inputFields?: ZapierField[] };
      for (const field of inputFields) {
        if (field.label) known.add(field.label);
        for (const choice of choicesOf(field)) known.add(choice.label);
      }
    }
    for (const name of page.named) {
      if (!known.has(name)) findings.push(`**${name}** is nothing in the app`);
    }
    for (const zap of page.zaps) {
      for (const step of zap.steps) findings.push(...(await this.stepFindings(zap, step)));
    }
    return findings;
  }

  private async stepFindings(zap: Zap, step: PageStep): Promise<string[]> {
    const where = `${zap.title}, step ${step.number}`;
    const found = this.steps.get(step.label);
    if (!found) return [`${where}: no step '${step.label}'`];
    const fields = await this.buildInputFields(step);
    const findings: string[] = [];
    for (const { field, value } of step.rows) {
      const input = fields.find(({ label }) => label === field);
      if (!input) {
        findings.push(`${where}: no field '${field}'`);
        continue;
      }
      for (const part of value) {
        if (part.kind === 'choice' && this.choice(input, part.text) === undefined) {
          findings.push(`${where}: '${field}' does not offer '${part.text}'`);
        }
        if (part.kind !== 'output') continue;
        const given = await this.given(zap, part.step);
        if (part.step >= step.number || (given && !given.includes(part.text))) {
          findings.push(`${where}: step ${part.step} gives no '${part.text}'`);
        }
      }
    }
    for (const input of fields) {
      if (input.required && !step.rows.some(({ field }) => field === input.label)) {
        findings.push(`${where}: the required field '${String(input.label)}' is missing`);
      }
    }
    return findings;
  }

  /** Labels of a step's results; undefined for steps of other apps after the first. */
  private async given(zap: Zap, number: number): Promise<string[] | undefined> {
    const step = zap.steps.find((candidate) => candidate.number === number);
    if (step) {
      const fields = await this.outputsOf(step);
      return fields.map(({ label }) => String(label));
    }
    return number === 1 ? Object.keys(zap.testData) : undefined;
  }

  /**
   * Runs a step as described on the page.
   * @param given results of earlier steps, by step number
   * @returns the result, by label; undefined for a search without a result
   */
  async perform(step: PageStep, given: Record<number, StepOutputs>): Promise<StepOutputs[]> {
    const found = this.steps.get(step.label);
    if (!found) throw new Error(`No step '${step.label}'`);
    const fields = await this.buildInputFields(step);
    const inputData = Object.fromEntries(
      step.rows.map(({ field, value }) => {
        const input = fields.find(({ label }) => label === field);
        if (!input) throw new Error(`No field '${field}' in '${step.label}'`);
        const texts = value.map((part) => {
          if (part.kind === 'text') return part.text;
          if (part.kind === 'choice') return this.choice(input, part.text);
          return (given[part.step]?.[part.text] ?? '') as string;
        });
        return [input.key, texts.join('')];
      }),
    );
    const { kind, key } = found;
    const outcome = await this.zapier.perform<Result | Result[]>(kind, key, { inputData });
    const labels = await this.outputsOf(step);
    return [outcome].flat().map((result) => byLabel(result, labels));
  }

  private async buildInputFields(step: PageStep): Promise<ZapierField[]> {
    const { kind, key } = this.steps.get(step.label) as AppStep;
    const fieldsFor = (inputData: Result) =>
      this.once(`${kind} ${key} ${JSON.stringify(inputData)}`, () =>
        this.zapier.inputFields(kind, key, { inputData }),
      );
    const template = this.template(step);
    const fields = await fieldsFor(template);
    // Zapier asks again once an input is set that shows or hides others.
    const chosen = step.rows.flatMap(({ field, value: [part] }) => {
      const input = fields.find(({ label }) => label === field);
      return input?.altersDynamicFields && part?.kind === 'choice'
        ? [[input.key, this.choice(input, part.text)]]
        : [];
    });
    return chosen.length === 0
      ? fields
      : await fieldsFor({ ...template, ...(Object.fromEntries(chosen) as Result) });
  }

  private async outputsOf(step: PageStep): Promise<ZapierField[]> {
    const { kind, key } = this.steps.get(step.label) as AppStep;
    const folder = { trigger: 'triggers', search: 'searches', create: 'creates' }[kind];
    const [method, inputData] = [`${folder}.${key}.operation.outputFields`, this.template(step)];
    return await this.once(`${method} ${JSON.stringify(inputData)}`, async () => {
      return (await this.zapier.execute(method, { inputData })) as ZapierField[];
    });
  }

  private once(key: string, read: () => Promise<ZapierField[]>): Promise<ZapierField[]> {
    const fields = this.fields.get(key) ?? read();
    this.fields.set(key, fields);
    return fields;
  }

  private template({ rows }: PageStep): Result {
    const chosen = rows.find(({ field }) => field === 'Template')?.value[0]?.text;
    return chosen === undefined ? {} : { templateId: this.offered.get(chosen) };
  }

  /** The value of a choice in a dropdown. */
  private choice(input: ZapierField, label: string): string | undefined {
    if (input.type === 'boolean') return { Yes: 'true', No: 'false' }[label];
    if (input.dynamic) return this.offered.get(label);
    return choicesOf(input).find((choice) => choice.label === label)?.value;
  }
}

function outputs({ operation }: ZapierStep): ZapierField[] {
  const { outputFields = [] } = operation as { outputFields?: ZapierField[] };
  return outputFields;
}

function choicesOf({ choices }: ZapierField): { value: string; label: string }[] {
  return Array.isArray(choices) ? (choices as { value: string; label: string }[]) : [];
}

/** A result under the labels of its fields; `a__b` is `b` inside of `a`. */
function byLabel(result: Result, fields: ZapierField[]): StepOutputs {
  return Object.fromEntries(
    fields.map(({ key, label }) => [
      String(label),
      key.split('__').reduce<unknown>((at, part) => (at as Result | undefined)?.[part], result),
    ]),
  );
}
