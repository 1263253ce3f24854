/** A word or phrase that our texts avoid, and what to write instead. */
export interface ForbiddenWord {
  pattern: RegExp;
  better: string;
  /** `platforms`: only in what n8n and Zapier show, errors included. Default: everywhere. */
  where?: 'platforms';
}

/**
 * Checked in everything that people read: labels, help, errors, pages, output of commands, docs,
 * comments and test names. Add the phrase whenever a review finds one that a native speaker would not
 * use.
 */
export const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  // Spelling
  { pattern: /\be-mails?\b/i, better: 'email' },
  { pattern: /\bcolour/i, better: 'color' },
  { pattern: /\b(harbour|favourite)/i, better: 'harbor, favorite' },
  { pattern: /\bcancell(ed|ing)\b/, better: 'canceled, canceling' },
  { pattern: /\bcatalogues?\b/, better: 'catalog' },
  { pattern: /\btheatres?\b/i, better: 'theater' },
  { pattern: /\btowards\b/i, better: 'toward' },
  {
    pattern: /\b(behaviour|honour|organis|recognis|summaris|initialis|normalis)/i,
    better: '-or, -iz-',
  },

  { pattern: /\bcannot\b(?! perform owner actions)/, better: "can't", where: 'platforms' },

  // The user's words
  { pattern: /\bweb address/i, better: 'URL' },
  { pattern: /\baddress(es)? of the (service|sandbox|page|server)\b/i, better: 'URL' },
  { pattern: /\blost answers?\b/i, better: 'lost response' },
  { pattern: /\b(service|server|sandbox) answer(s|ed)\b/i, better: 'responds' },
  { pattern: /\basked too fast\b/i, better: 'rate limiting requests' },
  { pattern: /\bmore slowly\b/i, better: 'rate limit' },
  { pattern: /\blogo treatment\b/i, better: 'logo variant' },

  // Literal translations
  { pattern: /\b(is|are|was|were|be|gets?) told\b/i, better: 'receives, sees, is notified' },
  { pattern: /\btells? (of|nobody|which|whose|what|who)\b/i, better: 'reports, shows, determines' },
  {
    pattern: /\bstands? (in (?!for)|for|twice|at|there|anywhere|under)\b/i,
    better: 'is, appears, represents',
  },
  { pattern: /\b(gives?|given|gave) back\b/i, better: 'returns' },
  { pattern: /\bby (itself|themselves)\b/i, better: 'automatically' },
  { pattern: /\banew\b/i, better: 'again' },
  { pattern: /\bgoes on\b/i, better: 'continues' },
  {
    pattern: /\b(is|are|was|ends?|ended|stops?|stopped|thrown|fires?|401) at once\b/i,
    better: 'immediately',
  },
  { pattern: /\bbesides\b/i, better: 'also' },
  { pattern: /\bto be had\b/i, better: 'available' },
  { pattern: /\bby whatever\b/i, better: 'from any source' },
  { pattern: /\bany ?more\b/i, better: 'no longer' },
  { pattern: /\bwithout a word\b/i, better: 'silently' },
  { pattern: /\b(is|are) not known\b(?! (in|to))/i, better: 'is unknown' },
  { pattern: /\b(carries|carried|carry) out\b/i, better: 'processes' },
  { pattern: /\bwhat became of\b/i, better: 'the result of' },
  { pattern: /\bshown a single time\b/i, better: 'shown only once' },
  { pattern: /\bputs? (it |them )?right\b/i, better: 'fixes' },
  { pattern: /\bon (its|their) way\b/i, better: 'in flight, in progress' },
  { pattern: /\b(run|runs|running) side by side\b/i, better: 'in parallel' },
  { pattern: /\bone after the other\b/i, better: 'in order, one at a time' },
  { pattern: /\bwaited out\b/i, better: 'the connector waits' },
  { pattern: /\bticked\b/i, better: 'turned on' },
  { pattern: /\bholds? nothing\b/i, better: 'is empty' },
  { pattern: /\bhalf a character\b/i, better: 'a broken character' },
  { pattern: /\b(leav(e|es|ing)|left) out\b/i, better: 'skip, omit, exclude' },
  { pattern: /\bgive (an?|the|each|every) (ID|value|field|name|key)\b/i, better: 'enter' },
  { pattern: /\breally (sends?|issues?|does)\b/i, better: 'sends a real message' },
  {
    pattern: /\b(passe?s?|template|key|card)s? (is|are|was|were) made\b/i,
    better: 'issued, created',
  },
  // One word for one thing, in what the platforms show
  ...platformWords([
    [/\bpermissions?\b/i, 'scope'],
    [/\b(to|and) scan\b|\bscans (all|the|up|passes)\b/i, 'read'],
    [/\bexpiry\b/i, 'expiration'],
    [/\bif empty\b/i, 'Defaults to ...'],
    [/\bcannot be undone\b/i, "can't be undone"],
    [/\b(the|a) run history\b/i, 'execution data, Zap history'],
    [/\bconnection settings\b/i, 'credential, connection'],
    [/\bupper and lower case\b/i, 'not case-sensitive'],
    [/\bcomplete name\b/i, 'exact name'],
    [/\bto confirm that\b/i, 'the act: revoke ...'],
    [
      /\b(suspend|resume|revoke)(s|d)? (one |a |the |every )?(suspended )?badge\b(?! (pass|holder))/i,
      'badge pass',
    ],
    [/\blive values\b/i, 'balance, stamps and validity'],
    [/\bderives?\b/i, 'generate'],
    [/\bin the middle of\b/i, 'cut off'],
    [/\bexcludes?\b/i, 'skip'],
    [/\bPass ID'|\bTemplate ID'|\bFile ID'/, "'Pass', 'Template', 'File'"],
    [/\bwallet [ab]\b/, 'Wallet A (iPhone), Wallet B (Android)'],
    [/\bas on (iPhones|Android phones)\b/, 'Wallet A (iPhone)'],
    [/\b(in|from) the designer\b/, 'your own fields'],
    [/\b(claim|refresh)(e?s|ed)? (a |an? |the )?(tier|stamp tier|badge)/i, 'mark, update'],
    [/\b([01]\d|2[0-3]):[0-5]\d\b(?![^`]*`)/, '7 PM'],
    [/\+49\b/, '+1 202 555 0123'],
    [/\bmore than 1 passes\b/, 'the limit'],
  ]),
];

/** @param pairs pattern, better word */
function platformWords(pairs: readonly (readonly [RegExp, string])[]): ForbiddenWord[] {
  return pairs.map(([pattern, better]) => ({ pattern, better, where: 'platforms' }));
}
