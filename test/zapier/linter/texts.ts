import { type App, type Finding, type Rule, stepsOf, visibleSteps } from './app';

/** Words that stay small inside a title. */
const SMALL = /^(a|an|and|as|at|by|for|if|in|not|of|on|or|the|to)$/;

function isTitleCase(text: string): boolean {
  const words = text.split(/\s+/);
  return words.every((word, i) => /^[^a-z]/.test(word) || (i > 0 && SMALL.test(word)));
}

/** D018: labels of steps and fields are in Title Case. */
const titleCase: Rule = (app) => {
  const labels = stepsOf(app).flatMap(({ key, label, noun, inputs, outputs, groups }) => [
    [key, label] as const,
    [key, noun] as const,
    ...[...inputs, ...outputs, ...groups].map(
      (field) => [`${key}.${field.key}`, field.label] as const,
    ),
  ]);
  const others = [
    ...app.auth.fields.map((field) => [`auth.${field.key}`, field.label] as const),
    ...app.searchOrCreates.map(({ key, display }) => [key, display.label] as const),
  ];
  return [...labels, ...others].flatMap(([where, label]): Finding[] =>
    label === undefined || isTitleCase(label)
      ? []
      : [`D018: ${where}: '${label}' is not Title Case`],
  );
};

/** D021 and the publishing rules: how the description of each kind of step begins and ends. */
const BEGINNINGS = {
  trigger: /^Triggers when [a-z][^.]*\.$/,
  search: /^Finds [a-z].*\.$/s,
  create: /^[A-Z][a-z]*s [a-z].*\.$/s,
};
const descriptions: Rule = (app) =>
  stepsOf(app).flatMap(({ kind, key, description }): Finding[] =>
    BEGINNINGS[kind].test(description) && !/zapier|zap\b/i.test(description)
      ? []
      : [`D021: ${key}: '${description}'`],
  );

/**
 * A label begins with the action: `Find …` for searches, no third person for creates. Zapier wants
 * updates to be separate from creates, so `Create or Update …` needs an `Update …` next to it.
 */
const labels: Rule = (app) =>
  visibleSteps(app).flatMap(({ kind, key, label, noun }): Finding[] => {
    const right =
      kind === 'trigger'
        ? !/^Updated /.test(label)
        : kind === 'search'
          ? label.startsWith('Find ')
          : isCreateLabel(app, label);
    const sane = right && label.length >= 2 && label.length <= 64 && noun.length >= 2;
    return sane ? [] : [`Labels: ${key}: '${label}' (${noun})`];
  });

function isCreateLabel({ creates }: App, label: string): boolean {
  const [, upserted] = /^Create or Update (.+)$/.exec(label) ?? [];
  if (upserted !== undefined) return creates.some((one) => one.label === `Update ${upserted}`);
  return /^[A-Z][a-z]*[^s ] [A-Z]/.test(label) && !label.startsWith('Delete');
}

/** No two visible steps of a kind differ only by their key. */
const uniqueLabels: Rule = (app) => {
  const seen = new Set<string>();
  return visibleSteps(app).flatMap(({ kind, key, label }): Finding[] => {
    const name = `${kind} ${label}`;
    if (seen.has(name)) return [`Labels: ${key}: there are two called '${label}'`];
    seen.add(name);
    return [];
  });
};

/** Every text about fields that a person sees, with its path. */
function helpTexts(
  app: App,
): (readonly [where: string, label: string | undefined, help: string])[] {
  const owners = [{ key: 'auth', inputs: app.auth.fields }, ...stepsOf(app)];
  return owners.flatMap(({ key, inputs }) =>
    inputs.flatMap((field) =>
      field.helpText === undefined
        ? []
        : [[`${key}.${field.key}`, field.label, field.helpText] as const],
    ),
  );
}

/** D011: a help text adds information to the label. */
const helpIsNotLabel: Rule = (app) =>
  helpTexts(app).flatMap(([where, label, help]): Finding[] =>
    normal(help) === normal(label ?? '') ? [`D011: ${where}: help text repeats the label`] : [],
  );

function normal(text: string): string {
  return text.toLowerCase().replace(/\W/g, '');
}

/** Schema: at most 1000 characters; ours also end as sentences do. */
const helpIsWhole: Rule = (app) =>
  helpTexts(app).flatMap(([where, , help]): Finding[] =>
    help.length <= 1000 && /[.!?)*`]$/.test(help)
      ? []
      : [`Help text: ${where}: '${help.slice(-40)}'`],
  );

/** D007, D008, D025: https links, as Markdown or in backticks. */
const links: Rule = (app) => {
  const texts = [
    ...helpTexts(app).map(([where, , help]) => [where, help] as const),
    ...stepsOf(app).map(({ key, description }) => [key, description] as const),
  ];
  return texts.flatMap(([where, text]): Finding[] => {
    const bare = withoutLinks(text);
    return /https?:|www\.|javascript:|\]\(/i.test(bare) ? [`D008: ${where}: '${text}'`] : [];
  });
};

/** Without parts that may contain a URL: code in backticks, and Markdown links. */
function withoutLinks(text: string): string {
  return text.replace(/`[^`]*`/g, '').replace(/\[[^\]]+\]\(https:\/\/[^)\s]+\)/g, '');
}

/** Zapier's terms are steps and connections. */
const terms: Rule = (app) =>
  helpTexts(app).flatMap(([where, , help]): Finding[] =>
    /\b(credential|workflow|node|n8n|(this|the) item)\b/i.test(withoutLinks(help))
      ? [`Terms: ${where}: '${help}'`]
      : [],
  );

export const textRules: readonly Rule[] = [
  titleCase,
  descriptions,
  labels,
  uniqueLabels,
  helpIsNotLabel,
  helpIsWhole,
  links,
  terms,
];
