/** A word or phrase that our texts avoid, and what to write instead. */
export interface ForbiddenWord {
  pattern: RegExp;
  better: string;
  /** A text with it. */
  example: string;
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
  { pattern: /\be-mails?\b/i, better: 'email', example: 'an e-mail' },
  { pattern: /\bcolour/i, better: 'color', example: 'the colour' },
  { pattern: /\b(harbour|favourite)/i, better: 'harbor, favorite', example: 'the harbour' },
  {
    pattern: /\bcancell(ed|ing)\b/,
    better: 'canceled, canceling',
    example: 'canceled or cancelled',
  },
  { pattern: /\bcatalogues?\b/, better: 'catalog', example: 'a catalogue' },
  { pattern: /\btheatres?\b/i, better: 'theater', example: 'the theatre' },
  { pattern: /\btowards\b/i, better: 'toward', example: 'towards the end' },
  {
    pattern: /\b(behaviour|honour|organis|recognis|summaris|initialis|normalis)/i,
    better: '-or, -iz-',
    example: 'the behaviour',
  },

  {
    pattern: /\bcannot\b(?! perform owner actions)/,
    better: "can't",
    example: 'It cannot be restored',
    where: 'platforms',
  },

  // The user's words
  { pattern: /\bweb address/i, better: 'URL', example: 'the web address' },
  {
    pattern: /\baddress(es)? of the (service|sandbox|page|server)\b/i,
    better: 'URL',
    example: 'the address of the service',
  },
  { pattern: /\blost answers?\b/i, better: 'lost response', example: 'a lost answer' },
  {
    pattern: /\b(service|server|sandbox) answer(s|ed)\b/i,
    better: 'responds',
    example: 'the service answered',
  },
  {
    pattern: /\basked too fast\b/i,
    better: 'rate limiting requests',
    example: 'it asked too fast',
  },
  { pattern: /\bmore slowly\b/i, better: 'rate limit', example: 'send more slowly' },
  { pattern: /\blogo treatment\b/i, better: 'logo variant', example: 'the logo treatment' },

  // Literal translations
  {
    pattern: /\b(is|are|was|were|be|gets?) told\b/i,
    better: 'receives, sees, is notified',
    example: 'the node is told',
  },
  {
    pattern: /\btells? (of|nobody|which|whose|what|who)\b/i,
    better: 'reports, shows, determines',
    example: 'it tells which pass',
  },
  {
    pattern: /\bstands? (in (?!for)|for|twice|at|there|anywhere|under)\b/i,
    better: 'is, appears, represents',
    example: 'the ID stands for a pass',
  },
  { pattern: /\b(gives?|given|gave) back\b/i, better: 'returns', example: 'it gives back a pass' },
  { pattern: /\bby (itself|themselves)\b/i, better: 'automatically', example: 'it runs by itself' },
  { pattern: /\banew\b/i, better: 'again', example: 'read anew' },
  { pattern: /\bgoes on\b/i, better: 'continues', example: 'the run goes on' },
  {
    pattern: /\b(is|are|was|ends?|ended|stops?|stopped|thrown|fires?|401) at once\b/i,
    better: 'immediately',
    example: 'it stops at once',
  },
  { pattern: /\bbesides\b/i, better: 'also', example: 'besides the ID' },
  { pattern: /\bto be had\b/i, better: 'available', example: 'nothing to be had' },
  { pattern: /\bby whatever\b/i, better: 'from any source', example: 'read by whatever reads it' },
  { pattern: /\bany ?more\b/i, better: 'no longer', example: 'not any more' },
  { pattern: /\bwithout a word\b/i, better: 'silently', example: 'fails without a word' },
  {
    pattern: /\b(is|are) not known\b(?! (in|to))/i,
    better: 'is unknown',
    example: 'its ID is not known',
  },
  {
    pattern: /\b(carries|carried|carry) out\b/i,
    better: 'processes',
    example: 'it carries out the run',
  },
  { pattern: /\bwhat became of\b/i, better: 'the result of', example: 'what became of it' },
  {
    pattern: /\bshown a single time\b/i,
    better: 'shown only once',
    example: 'shown a single time',
  },
  { pattern: /\bputs? (it |them )?right\b/i, better: 'fixes', example: 'it puts it right' },
  {
    pattern: /\bon (its|their) way\b/i,
    better: 'in flight, in progress',
    example: 'a request on its way',
  },
  {
    pattern: /\b(run|runs|running) side by side\b/i,
    better: 'in parallel',
    example: 'they run side by side',
  },
  {
    pattern: /\bone after the other\b/i,
    better: 'in order, one at a time',
    example: 'one after the other',
  },
  { pattern: /\bwaited out\b/i, better: 'the connector waits', example: 'the wait is waited out' },
  { pattern: /\bticked\b/i, better: 'turned on', example: 'the box is ticked' },
  { pattern: /\bholds? nothing\b/i, better: 'is empty', example: 'a list that holds nothing' },
  { pattern: /\bhalf a character\b/i, better: 'a broken character', example: 'half a character' },
  {
    pattern: /\b(leav(e|es|ing)|left) out\b/i,
    better: 'skip, omit, exclude',
    example: 'leave out the passes',
  },
  {
    pattern: /\bgive (an?|the|each|every) (ID|value|field|name|key)\b/i,
    better: 'enter',
    example: 'give an ID',
  },
  {
    pattern: /\breally (sends?|issues?|does)\b/i,
    better: 'sends a real message',
    example: 'it really sends',
  },
  {
    pattern: /\b(passe?s?|template|key|card)s? (is|are|was|were) made\b/i,
    better: 'issued, created',
    example: 'the pass was made',
  },
  // One word for one thing, in what the platforms show
  ...platformWords([
    [/\bpermissions?\b/i, 'scope', 'Permission Used'],
    [/\b(to|and) scan\b|\bscans (all|the|up|passes)\b/i, 'read', 'passes to scan'],
    [/\bexpiry\b/i, 'expiration', 'the expiry of a pass'],
    [/\bif empty\b/i, 'Defaults to ...', '30 if empty'],
    [/\bcannot be undone\b/i, "can't be undone", 'This cannot be undone'],
    [/\b(the|a) run history\b/i, 'execution data, Zap history', 'the run history keeps it'],
    [/\bconnection settings\b/i, 'credential, connection', 'the connection settings'],
    [/\bupper and lower case\b/i, 'not case-sensitive', 'upper and lower case do not matter'],
    [/\bcomplete name\b/i, 'exact name', 'Complete name'],
    [/\bto confirm that\b/i, 'the act: revoke ...', 'Whether to confirm that it is lost'],
    [
      /\b(suspend|resume|revoke)(s|d)? (one |a |the |every )?(suspended )?badge\b(?! (pass|holder))/i,
      'badge pass',
      'Suspend a badge',
    ],
    [/\blive values\b/i, 'balance, stamps and validity', 'Overwrite Live Values'],
    [/\bderives?\b/i, 'generate', 'Derive External ID From'],
    [/\bin the middle of\b/i, 'cut off', 'ends in the middle of a pass'],
    [/\bexcludes?\b/i, 'skip', 'exclude passes'],
    [/\bPass ID'|\bTemplate ID'|\bFile ID'/, "'Pass', 'Template', 'File'", "Enter a 'Pass ID'"],
    [/\bwallet [ab]\b/, 'Wallet A (iPhone), Wallet B (Android)', 'in wallet b'],
    [/\bas on (iPhones|Android phones)\b/, 'Wallet A (iPhone)', 'pass files, as on iPhones'],
    [/\b(in|from) the designer\b/, 'your own fields', 'fields added in the designer'],
    [
      /\b(claim|refresh)(e?s|ed)? (a |an? |the )?(tier|stamp tier|badge)/i,
      'mark, update',
      'Claim Tier',
    ],
    [/\b([01]\d|2[0-3]):[0-5]\d\b(?![^`]*`)/, '7 PM', 'Doors open at 19:00'],
    [/\+49\b/, '+1 202 555 0123', 'e.g. +49 151 12345678'],
    [/\bmore than 1 passes\b/, 'the limit', 'more than 1 passes'],
  ]),
];

/** @param pairs pattern, better word, example */
function platformWords(pairs: readonly (readonly [RegExp, string, string])[]): ForbiddenWord[] {
  return pairs.map(([pattern, better, example]) => ({
    pattern,
    better,
    example,
    where: 'platforms',
  }));
}
