/**
 * One-line defects over all parts of the product. `npm run test:mutations` applies one at a time and runs the tests,
 * which must catch each. A group has the defects of one file that the same tests, `near`, catch: name, what is
 * replaced (it must be in the file exactly once), and by what.
 * @type {{ name: string, file: string, from: string, to: string, near: string }[]}
 */
export const MUTATIONS = [
  inFile('check-service/outcome.ts', 'test/check-service', {
    'the check of a service prints contacts': ["'<email>'],", "'$&'],"],
  }),
  inFile('check-service/ownTemplate.ts', 'test/check-service', {
    'the check of a service removes any template of its name': [
      "NAME.test(textOf(name)) && JSON.stringify(pass ?? '').includes(MARKER);",
      'NAME.test(textOf(name));',
    ],
    "the check of a service creates what it can't delete": [
      'return answer.status === 404',
      'return answer.status > 0',
    ],
  }),
  inFile('check-service/readingPasses.ts', 'test/check-service', {
    'the check of a service accepts a search that finds other spellings of a phone number': [
      'isStored && !isOther',
      'isStored',
    ],
  }),
  inFile('check-service/report.ts', 'test/check-service', {
    'the check of a service exits with 0 although something could not be removed': [
      ' || isLeft(report) ? 2',
      ' ? 2',
    ],
    'the check of a service exits with 0 although a statement differs': [
      "if (relied(report, 'differs').length > 0) return 1;",
      '',
    ],
  }),
  inFile('check-service/run.ts', 'test/check-service', {
    'the check of a service forgets a result if the same is not tried later': [
      "if (outcome.result !== 'not tried' || !outcomes.has(id)) outcomes",
      'outcomes',
    ],
  }),
  inFile('check-service/service.ts', 'test/check-service', {
    'the check of a service prints a key of another form': [
      "texts.replaceAll(this.connection.apiKey, '<key>')",
      'texts',
    ],
    'Ctrl-C also stops the removal': [
      'if (this.#isStopped && !this.#isRemoving)',
      'if (this.#isStopped)',
    ],
    'the check of a service follows redirects': ["redirect: 'manual',", "redirect: 'follow',"],
  }),
  inFile('nodes/WalletPass/controls/boolean.ts', 'test/nodes/confirmation', {
    'an expression confirms': [
      "if ([false, undefined, null, ''].includes(value as never)) return false;",
      'if (value !== true) return Boolean(value);',
    ],
    'a confirmation holds for another operation': [
      'return owner ? `${key}${capitalized(owner.resource)}${capitalized(owner.key)}` : key;',
      'return owner ? `${key}Switch` : key;',
    ],
  }),
  inFile('nodes/WalletPass/controls/externalIdColumns.ts', 'test/nodes/derivedExternalId', {
    'the first column of a file is not found': [
      'comparable(column) === comparable(name)',
      'column === name',
    ],
  }),
  inFile('nodes/WalletPass/controls/fieldValues.ts', 'test/nodes/issue', {
    'More Field Values are dropped while the template is chosen from the list': [
      "entriesProperty(MORE_FIELD_VALUES, 'More Field Values');",
      "{ ...entriesProperty(MORE_FIELD_VALUES, 'More Field Values'), displayOptions: { hide: { '/templateId.mode': ['list'] } } };",
    ],
  }),
  inFile('nodes/WalletPass/controls/values.ts', 'test/nodes/issue', {
    'a pass ends a day early in a workflow in UTC': ['item.valueAlone(key)', 'item.value(key)'],
  }),
  inFile('nodes/WalletPass/controls/itemParameters.ts', 'test/nodes/file', {
    'every item uploads the file of the first': [
      'getBinaryDataBuffer(itemIndex, field)',
      'getBinaryDataBuffer(0, field)',
    ],
  }),
  inFile('nodes/WalletPass/errors/nodeErrors.ts', 'test/nodes/errorItem', {
    'a run that an error of n8n stops shows no report': [
      'const texts = [shown.description, description].filter(Boolean);',
      'const texts = [shown.description].filter(Boolean);',
    ],
  }),
  inFile('nodes/WalletPass/errors/nodeErrors.ts', 'test/nodes/retryOnFail', {
    'a run that stops hides what another run has issued': ["...notes].join(' ')", "].join(' ')"],
  }),
  inFile('nodes/WalletPass/listDoubt.ts', 'test/nodes/sync', {
    'Sync List takes the items of one round of a loop for the whole list': [
      'if (isInLoop(functions)) {',
      'if (!functions) {',
    ],
    'Sync List takes the items of one of several branches for the whole list': [
      'size > 1',
      'size > 9',
    ],
    'Sync List takes the items of its second run for the whole list': [
      'if (readRunIndex(functions) === 0)',
      'if (readRunIndex(functions) >= 0)',
    ],
    'Sync List takes the one item of Execute Once for the whole list': [
      'if (node.executeOnce) {',
      'if (!node) {',
    ],
    'a retried execution voids who joined since': [
      "const hasFreshRows = functions.getMode() !== 'retry' ||",
      'const hasFreshRows = true ||',
    ],
    'Sync List takes its list for a part because of a trigger that did not run': [
      '.filter((one) => [one, ...parentsOf(one)].some(hasRun))',
      '',
    ],
    'a retried execution with the rows of the earlier one is a new run': [
      'startTime >= Math.max(...starts)',
      'startTime >= 0 * starts.length',
    ],
    'a retried execution that this node has failed in is a new run': [
      'ranIn === functions.getExecutionId() &&',
      '',
    ],
    'a retried execution is never a new run': ['!TRIGGERS_WITHOUT_ROWS.has(type)', 'type'],
    'passes that were reported count as voided': [" && result.value.outcome === 'voided'", ''],
  }),
  inFile('nodes/WalletPass/methods.ts', 'test/nodes/editor', {
    'a dropdown offers an ID that n8n would run as an expression': [
      '.filter(({ id }) => !isExpression(id))',
      '',
    ],
    'a dropdown shows a name that n8n would run as an expression': [
      'name: neverExpression(label)',
      'name: label',
    ],
    'a field mapper shows a label that n8n would run as an expression': [
      'displayName: neverExpression(label)',
      'displayName: label',
    ],
  }),
  inFile('nodes/WalletPass/nodeRun.ts', 'test/nodes/stampCard', {
    'two nodes of an execution count as one event': ['functions.getNode().id, ', ''],
  }),
  inFile('nodes/WalletPass/nodeRun.ts', 'test/nodes/retryOnFail', {
    'a node with Max Tries 1 keeps nothing for a retried execution': [
      'Math.min(5, Math.max(2, maxTries))',
      'maxTries',
    ],
  }),
  inFile('nodes/WalletPass/operations.ts', 'test/nodes/confirmation', {
    'Sync List runs as a tool, with one item': [
      'if (operation?.list && isTool(functions)) {',
      'if (operation?.list && !functions) {',
    ],
  }),
  inFile('nodes/WalletPass/output/outputItems.ts', 'test/nodes/items', {
    'outputs belong to the first item': [
      '{ pairedItem: { item: index } }',
      '{ pairedItem: { item: 0 } }',
    ],
    'a failed item is not an error item': [
      'outputs.push(errorItem(node, result.error, index, input, about));',
      'void about;',
    ],
  }),
  inFile('nodes/WalletPass/output/outputItems.ts', 'test/nodes/runHints', {
    'an output that fails makes items look failed': [
      "operation.effect === 'read' ? make() : [...make()]",
      'make()',
    ],
  }),
  inFile('nodes/WalletPass/output/outputItems.ts', 'test/nodes/sync', {
    'the results that Sync List adds ignore Simplify': [
      '[toItem(shownOutput(operation, result.value, fields))]',
      '[toItem(result.value)]',
    ],
  }),
  inFile('nodes/WalletPass/output/runHints.ts', 'test/nodes/runHints', {
    'a hint that fails makes items look failed': [
      'const [worded] = await Promise.allSettled([(async () => await word())()]);',
      "const worded = { status: 'fulfilled' as const, value: await word(), reason: undefined };",
    ],
    'a column of one template is said not to be sent because of another template': [
      '(isFieldHeader(design, name) ? matched : unmatched)',
      '(isFieldHeader(design, name) ? new Set<string>() : unmatched)',
    ],
  }),
  inFile('nodes/WalletPass/output/runHints.ts', 'test/nodes/pastedKey', {
    'a hint shows a key': ['withNames(redact(line), functions', 'withNames(line, functions'],
  }),
  inFile('nodes/WalletPass/poll.ts', 'test/nodes/trigger', {
    'the state is not saved': ['Object.assign(saved, state);', ''],
  }),
  inFile('nodes/WalletPass/transport/n8nTransport.ts', 'test/nodes/canceling', {
    'Stop aborts requests in flight': ['canceledBy(functions, signal),', 'functions,'],
  }),
  inFile('nodes/WalletPass/transport/n8nTransport.ts', 'test/engines/everyOperation', {
    'a run on n8n follows redirects with the key': [
      'disableFollowRedirect: true,',
      'disableFollowRedirect: false,',
    ],
  }),
  inFile('sandbox/resources/files/image.ts', 'test/sandbox/files', {
    'the sandbox recommends HEIC, which it cannot convert': [
      'SVG, AVIF, GIF',
      'SVG, AVIF, HEIC, GIF',
    ],
  }),
  inFile('sandbox/resources/templates/endpoints.ts', 'test/sandbox/contract', {
    'the header of a new template keeps the ID of the default': [
      'header: headerOfNew(body.pass.header),',
      '',
    ],
  }),
  inFile('shared/api/badges.ts', 'test/shared/operations/badge', {
    'an unknown badge counts as a badge without holders': [
      'if (!isCertain) await getBadge(client, badgeTemplateId);',
      '',
    ],
  }),
  inFile('shared/api/badges.ts', 'test/shared/operations/badgeInvite', {
    'a response without the link of the invite is accepted': [
      'schema: createdInviteSchema,',
      'schema: createdInviteSchema.partial(),',
    ],
  }),
  inFile('shared/api/passes.ts', 'test/shared/operations/pass/rules', {
    'the page of a pass opens in another language than its messages': [
      "link.searchParams.set('locale', locale);",
      '',
    ],
  }),
  inFile('shared/api/scanPasses.ts', 'test/shared', {
    'passes of the same moment are lost': [
      'return rows.filter(({ created }) => created !== last);',
      'return last === undefined ? [] : rows;',
    ],
    'a list ends with a page that has fewer passes than requested': [
      '(passes.length < limit && areAllRead)',
      'passes.length < limit',
    ],
  }),
  inFile('shared/api/scanPasses.ts', 'test/shared/operations/pass/scan', {
    'passes of one moment that the service cuts off are silently skipped': [
      'cutMoment = passes.length;',
      '',
    ],
  }),
  inFile('shared/api/templates.ts', 'test/shared/operations/template', {
    'a refused message to all holders counts as accepted': [
      '(body.success !== false && !body.error)',
      'body',
    ],
  }),
  inFile('shared/api/templates.ts', 'test/shared/pickers', {
    'a page without a cursor is an error': [
      'hasMore && cursor ? cursor : undefined',
      'hasMore ? String(cursor) : undefined',
    ],
  }),
  inFile('shared/design/fieldIds.ts', 'test/shared/design/changes', {
    'a card shows the points as the birthday': [' && mayBeRename(field, known));', ');'],
    'a headline with a new label loses its values': [
      "if (field.part === 'header') return true;",
      '',
    ],
    'a short label is taken for another one': ['Math.max(3, Math.ceil', 'Math.max(1, Math.ceil'],
  }),
  inFile('shared/design/fieldNames.ts', 'test/shared/design/routing', {
    'a column goes to the field with its ID': [
      'if (isHeader && withLabel.length === 1)',
      'if (isHeader && withLabel.length === 0)',
    ],
  }),
  inFile('shared/design/fields.ts', 'test/shared/design', {
    "fields of the type are sent as the designer's": [
      "typeFieldIds.includes(id) ? 'templateFields'",
      "!typeFieldIds.includes(id) ? 'templateFields'",
    ],
  }),
  inFile('shared/design/rowValues.ts', 'test/shared/design', {
    'a name that the service moves is sent in both places': [
      '!design || fieldWithId(design.fields, target)',
      '!design && fieldWithId([], target)',
    ],
  }),
  inFile('shared/design/routing.ts', 'test/shared/design', {
    'unknown fields are ignored': [
      "if (design && unknownFields === 'refuse') throw unknownField",
      'if (unknownFields === undefined) throw unknownField',
    ],
  }),
  inFile('shared/design/routing.ts', 'test/shared/design/routing', {
    'an error value is shown on a card': [
      'if (problem !== undefined) throw refused(field, problem, ERROR_VALUE_FIX);',
      '',
    ],
    'a list may contain a number that lost digits': [
      "parts.map((part) => singleValue(field, part, 'a list with '))",
      "parts.map((part) => (Number.isFinite(part) ? part : singleValue(field, part, 'a list with ')))",
    ],
    'a balance is sent as text': [
      'const value = isBalance ?',
      "const value = isBalance && key === '' ?",
    ],
    'a pass with a date among its field values never expires': [
      'if (isValidity(key)) {',
      "if (key === '') {",
    ],
  }),
  inFile('shared/fields/contact.ts', 'test/shared/fields/noContact', {
    'a short text of dashes is a phone number': [
      "if (length < PHONE_DIGITS.min || length > PHONE_DIGITS.max) return '';",
      'if (/^\\p{P}+$/u.test(entered)) return undefined;',
    ],
  }),
  inFile('shared/fields/contact.ts', 'test/shared/fields/read', {
    'a number of three short parts is a date': [
      "separator === '/' && last.length",
      'separator && last.length',
    ],
    'a date is a phone number': ["if (isDate(typed)) return ', but a date';", ''],
    'two phone numbers are read as one': [
      "if (parts.filter(isWholeNumber).length > 1) return ', but two of them';",
      '',
    ],
    'a phone number may have a country code that does not exist': [
      "return national === undefined ? ', because no country has its code' : undefined;",
      'return undefined;',
    ],
    'a value of zeros is read as a phone number': [
      "if (/^\\+?0+$/.test(national ?? number)) return ', but only zeros';",
      '',
    ],
    'an email address may end in digits': [
      '\\.)+(?:[\\p{L}\\p{M}]{2,}|',
      '\\.)+(?:[\\p{L}\\p{M}\\p{N}_-]{2,}|',
    ],
    'an email address may contain signs': ['\\p{C}\\p{So}\\p{No}\\p{Nl}]{1,64}@', '\\p{C}]{1,64}@'],
    'an email address may have dots anywhere': ['(?![^@]*\\.[.@]|\\.)', ''],
    'an email address after a name is refused': [".replace(NAME, '')", ''],
    'a value with two email addresses is read as the second one': ['/^[^<>@]*<|', '/^[^<>]*<|'],
    'an email address may have any length': [
      'address.length <= MAX_EMAIL_LENGTH && EMAIL',
      'EMAIL',
    ],
  }),
  inFile('shared/fields/number.ts', 'test/shared/fields', {
    'a range excludes its maximum': [
      '(max === undefined || parsed <= max)',
      '(max === undefined || parsed < max)',
    ],
  }),
  inFile('shared/fields/output.ts', 'test/shared/outputs', {
    'times are epoch numbers': ['return [[key, toIsoTime(value)]];', 'return [[key, value]];'],
    'a number of a card is a time by its name': ['valueGroup !== undefined)', 'false)'],
    'a card field is taken for the error of an item': [" || id === 'error' ?", ' ?'],
  }),
  inFile('shared/fields/parseText.ts', 'test/shared/fields/placeholders', {
    'a barcode has other content than was mapped': [
      'barcode: parseBarcode,',
      'barcode: (value) => wholeId(parseIdentifier(value)),',
    ],
    'an error value of a sheet identifies a pass': [
      'if (errorValue !== undefined) {',
      'if (errorValue === text) {',
    ],
    'a word for a missing value is read as an ID': [
      'if (!isNoValue(identifier)) return identifier;',
      "if (identifier !== '') return identifier;",
    ],
    'an ID that lacks a part is accepted': [
      'if (!lacksPart(id)) return id;',
      "if (id !== '') return id;",
    ],
    'an ID may contain invisible characters': [
      'if (hidden < 0) return text;',
      'if (hidden < 999) return text;',
    ],
    'a formula that keeps leading zeros is read as an ID': [
      'inFormula === undefined ? text',
      'inFormula !== null ? text',
    ],
    'the prefix of a list must be an ID': ['short(parseVisible(value))', 'parseReference(value)'],
    'a prefix loses the space at its end': [
      'if (entered.endsWith(trimmed(entered))) return prefix;',
      'if (entered.includes(trimmed(entered))) return prefix;',
    ],
  }),
  inFile('shared/fields/read.ts', 'test/shared/fields/read', {
    'a card shows spaces around its external ID': [
      'value === shownId ? trimmed(shownId) : value',
      'value',
    ],
  }),
  inFile('shared/fields/text.ts', 'test/shared/fields/placeholders', {
    'a message to people is refused as an error value': [
      'if (problem !== undefined) throw new InvalidValue(problem, ERROR_VALUE_FIX);',
      '',
    ],
  }),
  inFile('shared/http/apiKey.ts', 'test/shared/http', {
    'keys are not redacted': ['.replace(KEY_PATTERN, `${KEY_PREFIX}${REDACTED}`)', ''],
    'a key whose letters are percent-encoded is shown': [
      'encoded === character',
      'encoded === null',
    ],
  }),
  inFile('shared/http/apiKey.ts', 'test/shared/http/client', {
    'a key with Bearer is sent': ['|authorization|bearer)', '|authorization)'],
    'an empty key is sent': ["if (isBlank(apiKey)) return 'is empty';", ''],
  }),
  inFile('shared/http/client.ts', 'test/shared/http', {
    'Retry-After is ignored': [
      'limiter.onThrottle(slot, waitMs);',
      'limiter.onThrottle(slot, undefined);',
    ],
    'a wait is measured with a clock that can be set': [
      'const waitedMs = clock.monotonicMs() -',
      'const waitedMs = clock.now() -',
    ],
  }),
  inFile('shared/api/apiKeys.ts', 'test/shared/http/connectionTest', {
    'a service that refuses the key is taken for another server': [
      'return !failure || isRefusedKey(failure);',
      'return !failure;',
    ],
    'an outage is taken for a wrong URL': [' && !isOutage(status)', ''],
  }),
  inFile('shared/http/client.ts', 'test/shared/http/client', {
    'a refused key is sent again': ['if (refusedKey) throw refusedKey;', ''],
    'a pass of another account is reported as an invalid key': [
      " && call.endpoint !== 'GET /pass') refusedKey",
      ') refusedKey',
    ],
  }),
  inFile('shared/http/errorRules.ts', 'test/shared/http', {
    'a scope is cut at its dot': [
      '/Missing permission:\\s*([\\w.]+)/',
      '/Missing permission:\\s*(\\w+)/',
    ],
  }),
  inFile('shared/http/errorRules.ts', 'test/shared/http/errorMapping', {
    'any call can report a file as missing': ['if (!namesFiles) return undefined;', ''],
    'a missing badge is not recognized by its error code': [
      '[text, code].includes(response.text)',
      'response.text === text',
    ],
  }),
  inFile('shared/http/limitedRequest.ts', 'test/shared/http', {
    'a response is read without a limit': [
      'if (bytes > maxBytes) return',
      'if (bytes > 1e12) return',
    ],
  }),
  inFile('shared/http/rateLimiter.ts', 'test/shared/http', {
    'the rate limiter does not slow down when it is rate limited': [
      'const BETA = 0.9;',
      'const BETA = 1;',
    ],
    'the rate limiter does not notice that a request was sent late': [
      'const SEND_MS = 2;',
      'const SEND_MS = 1;',
    ],
  }),
  inFile('shared/http/readResult.ts', 'test/shared/http', {
    'a redirect means that a change was not processed': [
      "isServiceError(error, 'unavailable') && !isRead(call);",
      "isServiceError(error, 'unavailable') && !isRead(call) && !(status >= 300 && status < 400);",
    ],
  }),
  inFile('shared/http/readResult.ts', 'test/shared/http/client', {
    'JSON without a field is called a web page': [
      'json ? CHECK_THE_SERVICE : errors.WEB_PAGE',
      'errors.WEB_PAGE',
    ],
  }),
  inFile('shared/http/readResult.ts', 'test/shared/operations/pass/lists', {
    'an unreadable row is not named': ["if (typeof owner !== 'string') return", 'if (true) return'],
  }),
  inFile('shared/http/readResult.ts', 'test/nodes/export', {
    'the page of a proxy is an export': [
      "if (response.headers['content-type']?.startsWith('text/html'))",
      "if (response.headers['content-type'] === 'text/html')",
    ],
  }),
  inFile('shared/http/retryPolicy.ts', 'test/shared/http', {
    'the client never retries': [
      "return method === 'GET' || retry === 'idempotent';",
      'return false;',
    ],
    'the client always retries': [
      "return method === 'GET' || retry === 'idempotent';",
      'return true;',
    ],
    'a 429 counts as an attempt': [
      "failure.status === 429) return { action: 'wait' };",
      "failure.status === 428) return { action: 'wait' };",
    ],
    'a later error hides an unknown outcome': [
      'const hidesUnknownOutcome = outcomeUnknown !== undefined &&',
      'const hidesUnknownOutcome = outcomeUnknown === null &&',
    ],
    'every 404 of a delete counts as deleted': [
      'return notFoundMeansDeleted && outcomeUnknown !== undefined && isGone;',
      'return notFoundMeansDeleted && isGone;',
    ],
  }),
  inFile('shared/http/url.ts', 'test/shared', {
    'path segments are not encoded': [
      'return hasLoneSurrogate(text) ? undefined : encodeURIComponent(text);',
      'return hasLoneSurrogate(text) ? undefined : text;',
    ],
  }),
  inFile('shared/http/url.ts', 'test/shared/http', {
    'a host that is named api is cut off': [
      'new URL(baseUrl).pathname.endsWith(API_PATH)',
      'baseUrl.endsWith(API_PATH)',
    ],
    'blanks within a base URL are sent': ['/[?#\\s]/', '/[?#]/'],
    'HTTP is accepted': ["(url.protocol === 'http:' && isLocal(text))", "url.protocol === 'http:'"],
  }),
  inFile('shared/operations/badgeHolder/byContact.ts', 'test/shared/operations/badge', {
    'somebody who shares a phone number counts as the holder': [
      ' && !hasOtherEmail(person, { email })',
      '',
    ],
  }),
  inFile('shared/operations/badgeHolder/byContact.ts', 'test/shared/operations/badgeHolder', {
    'an invited person with another spelling of the contact counts as another person': [
      "return emailOf(person) ?? normalizedContact('phone', person.phone ?? '');",
      'return person.email ?? person.phone ?? undefined;',
    ],
  }),
  inFile('shared/operations/badgeHolder/byContact.ts', 'test/shared/operations/badgePass', {
    'somebody without an email is found by the phone number of another person': [
      'if (email !== undefined && byPhone.length > 0) throw',
      'if (email !== undefined && byPhone.length > 99) throw',
    ],
  }),
  inFile('shared/operations/badgeHolder/delete.ts', 'test/nodes/badgeHolder', {
    'no hint names a remaining invite': [
      "return invitesLeft > 0 ? 'invite' : undefined;",
      'return undefined;',
    ],
    'no hint says that an item found nobody to remove': [
      "if (outcome === 'notFound') return 'nothing';",
      "if (outcome === 'notFound') return undefined;",
    ],
  }),
  inFile('shared/operations/badgeHolder/find.ts', 'test/zapier/findOrCreate', {
    'Find or Invite finds who has another badge': [
      'if ((badgeTemplateId === undefined) === allBadges) return;',
      'if (badgeTemplateId !== undefined || allBadges || true) return;',
    ],
  }),
  inFile('shared/operations/badgeHolder/onePerson.ts', 'test/shared/operations', {
    'a contact that several people have removes one of them': [
      'found.some((one) => found.some((other) => mayBeTwoPeople(one, other)))',
      'false',
    ],
  }),
  inFile('shared/operations/badgeHolder/onePerson.ts', 'test/shared/operations/badgeHolder', {
    'a family with one email is one person': [
      'if (name && otherName && name !== otherName) return true;',
      'if (name && otherName && name !== otherName) return false;',
    ],
    'a shared phone number makes an invite one of the holder': [
      'if (person.id !== null && other.id === null && other.email && !person.email) return true;',
      '',
    ],
    'the phone number of another holder is ignored': [
      '(person) => hasPhone(person, phone) || emails',
      '(person) => (email === undefined && hasPhone(person, phone)) || emails',
    ],
    'an email that was found by phone number is that of one person': [
      'new Set([{ email }, ...byPhone]',
      'new Set([{ email }]',
    ],
    'removing a person also removes a holder without an email who has the same phone number': [
      '!found.some((one) => hasEmail(one, email))',
      '!found.some((one) => hasEmail(one, email) || !one.email)',
    ],
    'a holder whose badge is in progress is invited again': [
      '(({ status }) => isTerminal(status)) ? []',
      '(({ status }) => status) ? []',
    ],
  }),
  inFile('shared/operations/badgeHolder/onePerson.ts', 'test/shared/operations/badgeInvite', {
    'a holder whose badge was taken is not invited again': [
      'credentials?.length !== 0',
      'credentials !== undefined',
    ],
    'a listed holder whose badge passes are not found is to be invited': [
      'return passes?.every(',
      'return (passes ?? []).every(',
    ],
  }),
  inFile('shared/operations/badgeHolder/removeByContact.ts', 'test/shared/operations/badgeHolder', {
    'the invites of a holder who is removed are not read': [
      'entriesOfOnePerson([...people, ...invites], contact, now);',
      '',
    ],
    'the holders of a badge are read for every leaver': [
      '({ id }) => holders(id)',
      '({ id }) => listHolders(client, id)',
    ],
    'a person who was removed by an earlier item is in doubt for a later one': [
      'ofBadges.filter(({ id }) => id === null)',
      'ofBadges',
    ],
    'a refused cancellation hides the one before it': ['canceled > 0 ?', 'canceled < 0 ?'],
    'an invite is canceled by another spelling than its own': [
      '({ badgeTemplateId: id, email: spelling })',
      '({ badgeTemplateId: id, email: spelling && email })',
    ],
    'of two invites to a phone, the one without an end is ignored': [
      'ends.length === 0 || ends.length < invites.length',
      'ends.length === 0',
    ],
  }),
  inFile('shared/operations/badgeInvite/create.ts', 'test/shared/operations/badgeInvite', {
    'somebody with another name is a holder because of the phone number': [
      'if (others.length > 0) throw phoneOfSomeoneElse',
      'if (others.length > 99) throw phoneOfSomeoneElse',
    ],
    'a preview invites to a badge that is not published': [
      'if (badge?.active === false)',
      'if (badge === null)',
    ],
  }),
  inFile('shared/operations/badgePass/lifecycle.ts', 'test/shared/operations/badgePass', {
    'a badge pass of somebody other than the holder is revoked': [
      'await assertHeld(context.client, input);',
      '',
    ],
    'the last wait is followed by no check': [
      '    await client.clock.sleep(POLL_INTERVAL_MS);\n',
      '    if (polls > 0) await client.clock.sleep(POLL_INTERVAL_MS);\n',
    ],
    'a badge pass that is gone is waited for without a reason': [
      'if (!pass) return { reached: false, note: NOT_LISTED_NOTE };',
      'if (!pass) return { reached: false };',
    ],
  }),
  inFile('shared/operations/balance/changes.ts', 'test/shared/operations/balance', {
    'a preview does not say that a balance is too low': [
      'previousBalance < amount || undefined',
      'undefined',
    ],
  }),
  inFile('shared/operations/balance/output.ts', 'test/shared/operations/balance', {
    'a subtraction that stopped at zero looks like any other': [
      'return { stoppedAtZero: true };',
      'return {};',
    ],
  }),
  inFile('shared/operations/context.ts', 'test/shared/operations/badgeInvite', {
    'each invite reads the holders of its badge again': [
      'cached(holders, badgeTemplateId, () =>',
      'cached(new Map(holders), badgeTemplateId, () =>',
    ],
  }),
  inFile('shared/operations/file/image.ts', 'test/shared/operations/file', {
    'a file that is sent keeps its folders': ['name: lastPart(name)', 'name'],
    'an image with an old name of its type is refused': ["  ['pjpeg', 'jpeg'],\n", ''],
  }),
  inFile('shared/operations/operation.ts', 'test/shared/run', {
    'a preview switched by an empty expression sends': [
      "mappedEmptyFix: 'Map true or false, or clear the mapping to send.',",
      '',
    ],
  }),
  inFile('shared/operations/pass/create.ts', 'test/nodes/runHints', {
    'a single pass without an external ID is no hint': [
      "context.notes.push({ code: 'withoutExternalId' });",
      '',
    ],
  }),
  inFile('shared/operations/pass/csv.ts', 'test/shared/operations/pass/csv', {
    'an export that ends with an empty chunk is cut off': [
      'if (chunk.byteLength > 0) lastRow',
      'lastRow',
    ],
    'a cut export that ends with an empty chunk is complete': [
      'if (chunk.byteLength > 0) lastRow.isEnded =',
      'lastRow.isEnded = chunk.byteLength === 0 ||',
    ],
  }),
  inFile('shared/operations/pass/find.ts', 'test/shared/operations/pass/byContact', {
    'a former member who signs up again gets no pass': [
      'includeNotValid ? rows.filter',
      'includeNotValid !== undefined ? rows.filter',
    ],
    'Find Pass takes the newest pass of several people': [
      "if (found[0]) assertOnePerson('searchQuery', searchQuery, found[0], rows, context);",
      '',
    ],
  }),
  inFile('shared/operations/pass/find.ts', 'test/shared/operations/pass/lists', {
    'Find Pass takes a template that does not exist for one without the pass': [
      "if (lookup.by === 'externalId') await",
      "if (lookup.by === 'id') await",
    ],
    'a pass of another template has no values': [
      "if (!row) throw notInTemplate(templateId, `{turn off '${INCLUDE_VALUES}'}`, NEWEST);",
      '',
    ],
  }),
  inFile('shared/operations/pass/findInTemplates.ts', 'test/shared/operations/pass/lists', {
    'a search by contact does not say that the template does not exist': [
      'if (templateId !== undefined) await context.templates.assertExists(templateId);',
      '',
    ],
  }),
  inFile('shared/operations/pass/get.ts', 'test/shared/operations/pass/lists', {
    'Get by External ID takes a pass that is not listed yet for one of another template': [
      'ref.externalId === undefined && ',
      '',
    ],
    'Get takes any template for that of the pass': [
      'if (!row && mayBeElsewhere) throw',
      'if (!row && mayBeElsewhere && includeFieldValues) throw',
    ],
  }),
  inFile('shared/operations/pass/getAll.ts', 'test/shared/operations/pass/lists', {
    'an unknown template is one without passes': [
      'if (rows.length === 0) await context.templates.assertExists(templateId);',
      '',
    ],
  }),
  inFile('shared/operations/pass/inputs.ts', 'test/shared', {
    'a bare expiry is the start of its day': ["bareDate: 'endOfDay'", "bareDate: 'startOfDay'"],
  }),
  inFile('shared/operations/pass/issue/decision.ts', 'test/shared/operations/pass/decision', {
    'a reactivation changes the dates of a pass that may be valid': [
      'changes: { ...changes, isValid: true }',
      'changes: reactivation',
    ],
  }),
  inFile('shared/operations/pass/issue/decision.ts', 'test/shared/operations/pass/unchanged', {
    'an expired pass is reactivated every night': [
      "!== 'valid' && end > now;",
      "!== 'valid' && end > 0 * now;",
    ],
    'a valid pass is reactivated': [
      "return passStatus(row, now) !== 'valid' && end > now;",
      'return end > now;',
    ],
    'no hint says which inputs make a list be sent in every run': [
      'policy.skipUnchanged && row && action',
      '!policy.skipUnchanged && row && action',
    ],
  }),
  inFile('shared/operations/pass/issue/decision.ts', 'test/shared/operations/pass/upsert', {
    'no note says that a value was not written': [
      'return undefinedIfEmpty(names);',
      'return names.length > 9 ? names : undefined;',
    ],
  }),
  inFile('shared/operations/pass/issue/decision.ts', 'test/shared/operations/pass/decision', {
    'a hint names what the list shows': ['({ from }) => from === undefined', '() => true'],
  }),
  inFile('shared/operations/pass/issue/decision.ts', 'test/shared/operations/pass/sync', {
    'of two passes with one external ID the newer is changed': [
      'if (isChanged && preferred.length > 1) throw',
      'if (isChanged && preferred.length > 99) throw',
    ],
    'a second pass is revived beside a valid one': [
      'valid.length > 0 ? valid : rows',
      'valid.length > 9 ? valid : rows',
    ],
  }),
  inFile('shared/operations/pass/issue/differences.ts', 'test/shared/operations/pass/decision', {
    'a value that cannot be compared is unchanged': [
      'if (to === undefined) return [];',
      'if (!isPlain(to)) return [];',
    ],
  }),
  inFile('shared/operations/pass/issue/differences.ts', 'test/shared/operations/pass/unchanged', {
    'a value that one place contradicts is unchanged': [
      'const from = shownValues.find(',
      'const from = shownValues.slice(0, 1).find(',
    ],
    'the end of a voided pass counts as unchanged': [
      'row.isValid ? row.templateFields',
      'true ? row.templateFields',
    ],
    'a field that the list lacks counts as unchanged': [
      'from === undefined && shownValues.length > 0 ? []',
      'from === undefined ? []',
    ],
    'a name that the service has moved is sent again': ['...undoMove(listed), ', ''],
  }),
  inFile('shared/operations/pass/issue/existingPass.ts', 'test/nodes/runHints', {
    "a pass that the run would issue is somebody else's": [' || passId === NOT_ISSUED_YET', ''],
  }),
  inFile('shared/operations/pass/issue/existingPass.ts', 'test/shared/run', {}),
  inFile('shared/operations/pass/issue/issueOnce.ts', 'test/faults/gateways', {
    'an unknown result is issued again': ['if (!canLookUp) throw outcomeUnknown;', ''],
    'a pass is issued again after a response that would come again': [
      'isTransient(first.failure.status) && afterFirst.isComplete',
      'afterFirst.isComplete',
    ],
  }),
  inFile('shared/operations/pass/issue/issueOnce.ts', 'test/faults/issuing', {
    'a pass is looked up once before it is issued again': [
      'isTransient(status) ? LOOKUPS_AT_MS : ',
      '',
    ],
    'a pass is issued again although the time for lookups was too short': [
      ' && afterFirst.isComplete;\n  if (!mayRepeat || !client.hasTimeToRetry()) throw outcomeUnknown;',
      ';\n  if (!mayRepeat) throw outcomeUnknown;',
    ],
  }),
  inFile('shared/operations/pass/issue/issueOnce.ts', 'test/shared/operations', {
    'no delay before a lookup': ['const LOOKUPS_AT_MS = [2000, ', 'const LOOKUPS_AT_MS = [0, '],
  }),
  inFile('shared/operations/pass/issue/issueRequest.ts', 'test/shared/operations/pass/validity', {
    'a pass that would be issued expired is refused only when its turn comes': [
      '  if (!expired) return;\n',
      '  return;\n',
    ],
  }),
  inFile('shared/operations/pass/listFilters.ts', 'test/shared/operations/pass/lists', {
    'a list of passes that is filtered by validity is cut': [
      "return status !== 'all' || validity !== 'all' || isSet;",
      "return status !== 'all' || isSet;",
    ],
    'a pass that changed at the given time has not changed since': [
      'row.updated >= changed',
      'row.updated > changed',
    ],
  }),
  inFile('shared/operations/pass/resendMessages.ts', 'test/shared/operations/pass/resend', {
    'a contact whose message is off gets a message': [
      "(choice === 'ifAvailable' && contact !== undefined)",
      'contact !== undefined',
    ],
    'a message that was not sent is forgotten after another one': [
      '(value.success ? sent : refused)',
      'sent',
    ],
  }),
  inFile('shared/operations/pass/sync.ts', 'test/shared/operations/pass/sync', {
    'Sync List voids without confirmation': [
      "missing === 'void' && !confirmVoid && !previewOnly",
      'missing === undefined',
    ],
    'an item whose pass has another spelling gets a second one': [
      'if (otherSpelling === undefined) return;',
      'return;',
    ],
    'a list that is kept gives a second pass to another spelling': [
      '    if (await list.readIfCheaper()) {\n      await assertListAgrees(context, plan);',
      '    if (await list.readIfCheaper()) {',
    ],
    'a run sends some items before it stops at another spelling': [
      "if (missing !== 'keep') await assertListAgrees(context, plan);",
      '',
    ],
    'duplicates name the pass that was changed': ['.filter(({ id }) => id !== result.id)', ''],
  }),
  inFile('shared/operations/pass/syncList/listComparison.ts', 'test/shared/operations/pass/sync', {
    'a row that is refused for its spelling is also noted as a second pass': [
      'list.cache.rowsWith(itemId).length > 0',
      'list',
    ],
    'a person who was issued again with the same external ID is voided': [
      "({ externalId }) => looseExternalId(externalId ?? '')",
      "({ externalId }) => externalId ?? ''",
    ],
    'Sync List voids from an incomplete list': ['rows.length >= total', 'total >= 0'],
    'Sync List voids outside of the prefix': [
      'row.externalId?.startsWith(prefix) === true',
      "typeof row.externalId === 'string'",
    ],
    'a pass that was issued again during the run is voided': ['return !again;', 'return true;'],
    'expired passes count as valid': ["passStatus(row, now) === 'valid'", 'row.isValid !== false'],
    'an item in another spelling is not named': [
      "notes.push({ code: 'respelled', externalId: itemId, other: externalId });",
      '',
    ],
  }),
  inFile('shared/operations/pass/syncList/maxVoid.ts', 'test/shared/operations/pass/sync', {
    'a share of passes is rounded to the nearest': ['Math.floor(limit)', 'Math.round(limit)'],
  }),
  inFile('shared/operations/pass/syncList/listDoubts.ts', 'test/shared/operations/pass/sync', {
    'Sync List voids although two items have one external ID': [
      '(other === externalId || !hasPass(externalId))',
      '!hasPass(externalId)',
    ],
    'Sync List voids more than allowed': [
      'if (count <= (maxVoid?.limitFor(validCount) ?? 0)) return undefined;',
      'if (count < 1e9) return undefined;',
    ],
    'Sync List is sent although items are refused': [
      'if (refused > 0) {',
      'if (refused > items.length) {',
    ],
    'two spellings without a pass are two people': [': idByLooseId.get(looseId);', ': undefined;'],
    'a list of a single row is not refused': [
      'if (items.length > 1) return undefined;',
      'return undefined;',
    ],
  }),
  inFile('shared/operations/pass/syncList/syncPlan.ts', 'test/shared/operations/pass/sync', {
    'Sync List voids although an item failed': [
      'if (failedCount === 0) return;',
      'if (failedCount >= 0) return;',
    ],
    'a retry of Sync List voids what was issued since': ['known.has(row.id) && ', ''],
    'Sync List voids one of two passes with one external ID': ['duplicates.length === 0 && ', ''],
    'a preview of Sync List voids': ['if (run.isPreview) {', 'if (!context) {'],
    'a young pass is voided': [
      'now - row.created >= graceHours * HOUR_MS',
      'now > 0 * graceHours * HOUR_MS',
    ],
    'a list of another template is sent': [
      '!run.items.some(hasPassOfPerson) ? noMatch(validCount) : undefined',
      'false ? noMatch(validCount) : undefined',
    ],
    'Sync List is sent although the run may have a part': [
      'run.doubt ?? (voidsSome ? singleRow(run) : undefined),',
      'voidsSome ? singleRow(run) : undefined,',
    ],
    'a preview refuses what it should show': ['if (first && !run.isPreview)', 'if (first)'],
    'a pass that is issued before the items are sent is issued again': [
      'if (!run.isPreview) await list.reader.readNewest();',
      '',
    ],
    'a list that voids nobody is refused': ['voidsSome && !run.items', '!run.items'],
    'a part of a list reports the other passes as missing': [
      'toReport: partialList ? [] : notInList',
      'toReport: notInList',
    ],
    'a preview omits the passes that a run leaves alone': [
      '[...previewed, ...(await report(toReport))]',
      'previewed',
    ],
  }),
  inFile('shared/operations/pass/syncList/syncPlan.ts', 'test/nodes/executions', {
    'a pass that another execution has worked on is voided': [
      'if (passes.list(templateId).mayHaveChanged(ref))',
      'if (!ref)',
    ],
  }),
  inFile('shared/operations/template/preview.ts', 'test/shared/operations/template/preview', {
    'a key of a design replaces the name of a copy': [
      '    ...flatDesign(json ?? {}),\n    templateId,\n    templateName: original.name,\n    name,',
      '    templateId,\n    templateName: original.name,\n    name,\n    ...flatDesign(json ?? {}),',
    ],
  }),
  inFile('shared/run/runList.ts', 'test/nodes/executions', {
    'two lists decide about one template at the same time': [
      'listRun.isPreview ? [] : list.lockKeys(listRun.items)',
      '[]',
    ],
  }),
  inFile('shared/run/runMany.ts', 'test/nodes/executions', {
    'executions work on one pass at the same time': ['oneAtATime(keys, ', 'oneAtATime([], '],
  }),
  inFile('shared/operations/sharedAccount.ts', 'test/shared/operations/sharedAccount', {
    'work that is canceled keeps its place in the queue': [
      'for (const next of this.#queue.leave(entry)) next.start();',
      'if (this.#endedCount > 0) for (const next of this.#queue.leave(entry)) next.start();',
    ],
    'failed work counts as if nothing had happened': [
      'work().finally(() => this.#end(keys))',
      'work().then((value) => (this.#end(keys), value))',
    ],
    'what was changed is remembered as long as any run is open': [
      'if (oldest && endedAt > oldest.begunAt) return;',
      'if (oldest) return;',
    ],
    'an execution that ends forgets the changes of all others': [
      'if (oldest && endedAt > oldest.begunAt) return;',
      '',
    ],
  }),
  inFile('shared/runtime/keyedQueue.ts', 'test/shared/operations/sharedAccount', {
    'work that leaves a queue starts work that still waits in another queue': [
      'return [...next].filter((first) => this.#isFirst(first));',
      'return [...next];',
    ],
  }),
  inFile('shared/http/rateLimiter.ts', 'test/shared/http/rateLimiter', {
    'a canceled execution waits for the rate limit': [
      'for (const waiter of [...waiting]) rejectUnlessAllowed(waiter);',
      'for (const waiter of waiting.slice(0, 1)) rejectUnlessAllowed(waiter);',
    ],
  }),
  inFile('shared/operations/pass/issue/decision.ts', 'test/shared/operations/pass/decision', {
    'of several passes, that of another person is meant': [
      'const preferred = sameEmail.length > 0 ? sameEmail : candidates;',
      'const preferred = candidates;',
    ],
    'the oldest of several passes is returned': ['b.created - a.created', 'a.created - b.created'],
    'of two passes with one external ID the service chooses': [
      'chosen && rows.length > 1 ?',
      'chosen && rows.length > 9 ?',
    ],
  }),
  inFile('shared/operations/pass/issue/existingPass.ts', 'test/shared/operations/pass/oneAnswer', {
    'a link goes to somebody else in a run that reads the list': [
      "!row.email || isSameContact('email', row.email, email)",
      'row',
    ],
    'a link goes to somebody else in a run of one item': [
      'return listed ? { row: listed } : otherEmail();',
      'return { row: listed };',
    ],
    'a link is returned although nobody could be asked': [
      'if (!found) return { linksNote: WITHHELD.unknown };',
      'if (!found) return {};',
    ],
    'a pass whose row shows no email differs': [
      "!row.email || isSameContact('email', row.email, email)",
      "isSameContact('email', row.email ?? '', email)",
    ],
  }),
  inFile('shared/operations/pass/issue/existingPass.ts', 'test/shared/run/sameExternalId', {
    'the row that a search has found is forgotten': [
      'return listed ? { row: listed }',
      'return listed ? {}',
    ],
  }),
  inFile('shared/operations/pass/issue/issueGroup.ts', 'test/shared/operations/pass/createGroup', {
    'no note says that two items return one group': [
      '      noteSharedId(context, ref, false);\n',
      '',
    ],
    'a single pass is returned with the ID of a group': [
      'issued.recovered || passes.length === 1 ? undefined',
      'issued.recovered ? undefined',
    ],
  }),
  inFile('shared/operations/pass/issue/issueGroup.ts', 'test/shared/operations/pass/oneAnswer', {
    'a link of several passes goes to somebody else': [
      'link: withheld ? undefined : existing[0]?.link,',
      'link: existing[0]?.link,',
    ],
  }),
  inFile('shared/operations/pass/issue/issuePass.ts', 'test/shared/operations', {
    'the lookup before issuing is skipped': [
      "if (action === 'issue') return await issueNew",
      'if (action) return await issueNew',
    ],
    'two identical rows are said to share a pass': [
      "if (action !== 'skip') noteSharedId",
      'noteSharedId',
    ],
    'no note says that a pass stays voided': ["if (known && known !== 'valid')", 'if (!known)'],
    'the preview of a reactivation says updated': [
      "...(action === 'reactivate' && { wouldBe: 'reactivated' }),",
      '',
    ],
  }),
  inFile('shared/operations/passCache.ts', 'test/shared/operations/pass/sync', {
    'two new external IDs that look alike are silently two people': [
      'return first !== externalId && isNew(first)',
      'return first === undefined && isNew(first)',
    ],
  }),
  inFile('shared/api/scanPasses.ts', 'test/shared/operations/pass/scan', {
    'a moment that the service has cut is the end of the list': [
      'passes.length > 0 || lacksPasses',
      'passes.length > 0',
    ],
  }),
  inFile('shared/operations/pass/syncList/syncPlan.ts', 'test/shared/operations/pass/sync', {
    'items of a list may leave different times to new passes': ["  'graceHours',\n", ''],
    'items of a list may differ in whether they void': ["  'confirmVoid',\n", ''],
    'items of a list may be of different templates': ["  'templateId',\n", ''],
  }),
  inFile('shared/operations/pass/syncList/syncPlan.ts', 'test/shared/operations/pass/sync', {
    'a list is reported although an item has another prefix': [
      '!hasReadableSettings(item) || ',
      '',
    ],
  }),
  inFile('shared/operations/pass/syncList/syncPlan.ts', 'test/shared/operations/pass/sync', {
    'a list whose external IDs belong to other people is sent': [
      'return name === givenName;',
      'return true;',
    ],
    'a list of a single row voids passes': [
      'run.doubt ?? (voidsSome ? singleRow(run) : undefined),',
      'run.doubt,',
    ],
  }),
  inFile('shared/operations/resolvePass.ts', 'test/shared/operations/pass/byContact', {
    'a shared phone number names the pass of a person': [
      "channelOf(contact) === 'phone' ? lacksSameEmail : hasOtherName",
      'hasOtherName',
    ],
  }),
  inFile('shared/design/rowValues.ts', 'test/shared/operations/pass/byContact', {
    'a field with the ID name does not count as a name': [
      ", 'memberName', 'name']",
      ", 'memberName']",
    ],
  }),
  inFile('shared/run/readItems.ts', 'test/nodes/blankRows', {
    'a blank row stops the others': ['({ isBlankRow }) => isBlankRow !== true', '() => true'],
  }),
  inFile('shared/operations/pass/issue/issuePass.ts', 'test/shared/run/sameExternalId', {
    'a row that repeats the last one is sent again': [
      'if (!policy.skipUnchanged) return undefined;',
      'if (policy) return undefined;',
    ],
  }),
  inFile('nodes/WalletPass/methods.ts', 'test/nodes/editor', {
    'a failed request removes the fields of the panel': [
      'if (hasMapperFields(this)) throw failure;',
      '',
    ],
  }),
  inFile('shared/run/itemPhases.ts', 'test/golden/messages', {
    'a missing scope is named alone': ['[...scopes, scope]', '[scope]'],
  }),
  inFile('shared/run/runMany.ts', 'test/nodes/blankRows', {
    'an item gets the result of the row after it': [
      'results[i] ?? item.result',
      'results[item.index] ?? item.result',
    ],
  }),
  inFile('shared/fields/read.ts', 'test/nodes/blankRows', {
    'a hint asks for a contact although the card has an external ID': [
      'fix !== undefined && !form.mayBeEmpty',
      'fix !== undefined',
    ],
  }),
  inFile('shared/operations/pass/issue/existingPolicy.ts', 'test/shared/operations', {
    'live values are overwritten': [
      'values.filter(([id]) => !isKept(id))',
      'values.filter(([id]) => id || !isKept(id))',
    ],
  }),
  inFile('shared/operations/pass/valueGroups.ts', 'test/shared/operations/pass/unchanged', {
    'lists do not show the fields of the designer': [
      '...copiedToTemplateFields(design, routed.customFields),',
      '',
    ],
  }),
  inFile('shared/operations/passList.ts', 'test/shared/operations', {
    'a short run does not look for duplicates': [
      'const MIN_ISSUED_BY_LOOKUP = 2;',
      'const MIN_ISSUED_BY_LOOKUP = 20;',
    ],
  }),
  inFile('shared/operations/passReader.ts', 'test/shared/operations/pass/bulkLookup', {
    'a pass of the future hides those that are issued later': [
      'Math.min(row.created, requestedAt)',
      'row.created',
    ],
  }),
  inFile('shared/operations/passList.ts', 'test/shared/operations/pass/bulkLookup', {
    'a pass of the future hides what another short run has issued': [
      'Math.min(newest, now) - elapsedMs',
      'newest - elapsedMs',
    ],
  }),
  inFile('shared/operations/passList.ts', 'test/shared/operations/pass/sync', {
    'Sync List takes a list that lacks passes for the whole': ['rows.length >= total', 'true'],
    'a person who was issued again while the run was prepared is voided': [
      'readNewest(newestCreated)',
      'readNewest()',
    ],
  }),
  inFile('shared/operations/passCache.ts', 'test/shared/operations/pass/sync', {
    'an item with its own pass is refused for another spelling': [
      'return ids.includes(externalId) ? undefined :',
      'return',
    ],
    'the spelling of a pass is free if another item has it': [
      "(row) => this.#ids.get(row.externalId ?? '')?.issuedPassId !== row.id,",
      "(row) => !this.#ids.has(row.externalId ?? ''),",
    ],
  }),
  inFile('shared/operations/passList.ts', 'test/nodes/executions', {
    'a pass that another list has issued is issued again': [
      'this.mayHaveChanged({ externalId }) ||',
      '',
    ],
    'a row is current although its pass was changed by its ID': [
      'rows.some(({ id: passId }) => this.mayHaveChanged({ externalId, passId }))',
      'false',
    ],
  }),
  inFile('shared/operations/pass/issue/issueRequest.ts', 'test/shared/operations/pass/validity', {
    'an expired row is looked up although the list shows that it has no pass': [
      "  if (state === 'absent') throw expired;\n",
      '',
    ],
  }),
  inFile('shared/operations/pass/issue/issuePass.ts', 'test/shared/run/report', {
    'a real item is not sent because a previewed one has the same values': [
      'isPreview: client === previewClient, ',
      '',
    ],
  }),
  inFile('shared/operations/pass/issue/issuePass.ts', 'test/shared/operations/pass/unchanged', {
    'a preview of a reactivation does not show that': [
      'differences(row, decision.changes)',
      'differences(row, plan.policy.changes)',
    ],
  }),
  inFile('nodes/WalletPass/execute.ts', 'test/nodes/blankRows', {
    'a blank first row hides that a limit of the run is refused': [
      '[...limits.errors, ...output.errors]',
      '[...(index === 0 ? limits.errors : []), ...output.errors]',
    ],
  }),
  inFile('shared/operations/passReader.ts', 'test/shared/operations/pass/lists', {
    'each pass ID that the list lacks reads the newest passes': [
      'const mayBeNewer = !isNamedById && isNamedByExternalId;',
      'const mayBeNewer = true;',
    ],
    'a list that could not be read to its end lacks passes': [
      'if (this.#scan === scan) this.#scan = undefined;',
      '',
    ],
    'a pass that is issued while the list is read is not found': [
      'if (mayBeNewer && !isKnown() && scan.isAtEnd) await this.readNewest();',
      '',
    ],
  }),
  inFile('shared/operations/passCache.ts', 'test/shared/operations/pass/scan', {
    'all rows of a template stay in memory': [
      'if (!this.isNamed({ passId, externalId })) return;',
      '',
    ],
  }),
  inFile('shared/operations/sharedScan.ts', 'test/shared/operations/pass/scan', {
    'passes that two pages have count twice': [
      'return count - this.count < this.largestPage / 2;',
      'return count - this.count < this.largestPage;',
    ],
  }),
  inFile('shared/operations/previewClient.ts', 'test/shared/operations/template', {
    'a preview of a design ends at its first image': [
      "if (call.endpoint === 'POST /files') return { id: NOT_UPLOADED_YET } as never;",
      '',
    ],
  }),
  inFile('shared/operations/previewClient.ts', 'test/shared/run', {
    'a preview changes a pass that does not exist': [
      ", 'missingScope');",
      ", 'missingScope', 'notFound');",
    ],
    'a preview sends': ['throw new PreviewStop(call, pass);', 'return await client.call(call);'],
    'a preview forgets what earlier items would issue': [
      "if (call.endpoint === 'POST /pass') rememberIssued(call.json as IssueRequest);",
      '',
    ],
  }),
  inFile('shared/operations/resolvePass.ts', 'test/shared/operations/pass/byContact', {
    'a pass of somebody else with the same phone number is not noticed': [
      'if (!rows.some((other) => other.id !== pass.id && isOfAnother(pass, other))) return;',
      'if (rows) return;',
    ],
    'a card with another name counts as a card of the same person': [
      'return Boolean(name && otherName && name !== otherName);',
      'return Boolean(name && otherName && false);',
    ],
    'an expired pass that was found by contact is valid': [
      'return passStatus(row, client.clock.now());',
      'return passStatus(row, 0 * client.clock.now());',
    ],
    'a pass is not named although its contact has another one, too': [
      'rows && namedId === undefined',
      'rows',
    ],
    'of several passes of a contact, one is taken': [
      'if (others.length > 0) throw severalPasses',
      'if (others.length > 99) throw severalPasses',
    ],
    'a voided pass of a contact is stamped': [
      "if (matches === 'valid' && valid.length === 0) throw",
      "if (matches === 'valid' && valid.length > 99) throw",
    ],
    'reactivating by a contact with several passes takes the valid one': [
      "matches === 'any' || valid.length === 0",
      'valid.length === 0',
    ],
    'an external ID and a contact that lead to different passes are not compared': [
      'isOtherExternalId || isOtherContact',
      'isOtherExternalId',
    ],
  }),
  inFile('shared/operations/rememberRefusals.ts', 'test/shared/operations/pass/bulkLookup', {
    'a key that may not read passes is asked for the list again': [
      'missingScope ?? unknownTemplates.get(templateId)',
      'unknownTemplates.get(templateId)',
    ],
  }),
  inFile('shared/operations/rememberRefusals.ts', 'test/shared/operations/pass/byContact', {
    'a template that does not exist is asked for again': [
      "if (isServiceError(thrown, 'notFound')) unknownTemplates.set(templateId, thrown);",
      '',
    ],
  }),
  inFile('shared/operations/context.ts', 'test/shared/operations/pass/rules', {
    'only lookups remember that the list is refused': [
      '    client,\n    previewClient: createPreviewClient(client),',
      '    client: createClient({ ...options, limiter, baseUrl, apiKey: apiKey.trim() }),\n    previewClient: createPreviewClient(client),',
    ],
  }),
  inFile('shared/operations/runPasses.ts', 'test/shared/operations/pass/byContact', {
    'each item searches its contact again': [
      'return cached(this.#searches, key, () =>',
      'return cached(new Map(this.#searches), key, () =>',
    ],
    'a contact is searched in one form': ["contact, 'all')", 'contact)'],
  }),
  inFile('shared/operations/runPasses.ts', 'test/shared/operations/pass/oneAnswer', {
    'every failed search for a contact is followed by the next': [
      'if (this.#hasFailedSearch) return undefined;',
      '',
    ],
  }),
  inFile('shared/run/attempts.ts', 'test/nodes/retryOnFail', {
    'a retried run repeats completed items': [
      'if (this.#saved) this.#saved.results[index] = { value, notes };',
      '',
    ],
  }),
  inFile('shared/run/attempts.ts', 'test/shared/operations/pass/sync', {
    'a pass that an earlier attempt has voided is missing in the output': [
      "...earlier.map((value): ListResult => ({ state: 'done', value })), ",
      '',
    ],
    'results of a list are output twice after a retry': ['.filter(({ id }) => !ids.has(id))', ''],
  }),
  inFile('shared/run/attempts.ts', 'test/shared/run/attempts', {
    'the message of a resend that was half refused is sent again': [
      'isServiceError(thrown) && thrown.safeToRepeat === false',
      'false',
    ],
    'results of another operation are those of the node': [
      ' && stored.operation === operation',
      '',
    ],
    'the next round of a loop drops its items': [
      'stored?.runIndex === runIndex && stored.operation',
      'stored?.operation',
    ],
  }),
  inFile('shared/operations/badgeHolder/delete.ts', 'test/shared/operations/badgeHolder', {
    'no hint says that a phone number lacks its country code': [
      ' || !countryCodeFix(phone)) return output;',
      ' || phone) return output;',
    ],
  }),
  inFile('shared/run/contactsByExternalId.ts', 'test/shared/run', {
    'a phone number with and without its country code is two people': [
      '?.slice(-PHONE_DIGITS)',
      '',
    ],
    'no hint says that two people share an external ID': [
      'if (!different[0]) continue;',
      'if (different) continue;',
    ],
  }),
  inFile('shared/operations/itemNames.ts', 'test/shared/run/explanations', {
    'a shortened list of items counts a range as one item': [
      'sum + last - first + 1, 0',
      'sum + 1, 0',
    ],
  }),
  inFile('shared/run/preview.ts', 'test/shared/operations/template/preview', {
    'a key of a design replaces the name of a new template': [
      '    ...flatDesign(design),\n    ...values,',
      '    ...values,\n    ...flatDesign(design),',
    ],
  }),
  inFile('shared/run/preview.ts', 'test/nodes/issue', {
    'a simple preview omits the dates and the template': [
      '    Object.hasOwn(operation.input, key) ||\n',
      '',
    ],
    'a preview begins with the ID of the template': ['...Object.fromEntries(first), ', ''],
  }),
  inFile('shared/run/preview.ts', 'test/shared/run', {
    'a preview shows each value of the designer twice': [
      'withoutCopies(ofFields, customFields)',
      'ofFields',
    ],
  }),
  inFile('shared/run/readItems.ts', 'test/faults/issuing', {
    'a retried run issues a pass that may be under way': [
      "mayBeInFlight: willBeSent && earlier === 'failed'",
      'mayBeInFlight: false',
    ],
  }),
  inFile('shared/run/readItems.ts', 'test/shared/run', {
    'of several wrong settings, only the last is named': [
      'throwIfAny([errors.get(key), error])',
      'throwIfAny([error])',
    ],
  }),
  inFile('shared/run/report.ts', 'test/shared/run/report', {
    'an item with an unknown result is called safe to repeat because another is': [
      'JSON.stringify([reason.message, reason.fix])',
      'reason.message',
    ],
    'items with an unknown result are missing in the count of reasons': [
      'return failed.length + unknown.length;',
      'return failed.length;',
    ],
  }),
  inFile('shared/run/report.ts', 'test/shared/run/report', {
    'a run with a preview of one item says that nothing was sent': [
      'done.length > 0 && done.every(({ wouldBe })',
      'done.some(({ wouldBe })',
    ],
  }),
  inFile('shared/run/report.ts', 'test/shared/operations/pass/sync', {}),
  inFile('shared/run/runItems.ts', 'test/shared/run', {
    'items of one pass run together': [
      'if (queue.join(entry)) return entry;',
      'queue.join(entry);\n        return entry;',
    ],
    'a failed item does not stop the run': ['if (stopOnFailure) stopped = true;', ''],
  }),
  inFile('shared/run/runList.ts', 'test/nodes/sync', {
    'an unsent list is an error per item': [
      '  const listResults = [failureOfRun(error)];',
      "  for (const item of items) item.result = { state: 'failed', error };\n  const listResults: ListResult[] = [];",
    ],
  }),
  inFile('shared/run/runList.ts', 'test/shared/operations/pass/sync', {
    'a retry says that nothing was sent after a part of the list was': [
      'isRetry: items.some(',
      'isRetry: items.every(',
    ],
    'the items of a list need not agree': [
      'refuseDisagreement(operation, list.sameForAll,',
      'refuseDisagreement(operation, [],',
    ],
    'a retry that is refused forgets what an earlier attempt has sent': [
      '  run.reuseEarlierResults();\n',
      '',
    ],
    'an item in another spelling keeps the others from being sent': [
      " && !isServiceError(result.error, 'conflict')",
      '',
    ],
  }),
  inFile('shared/run/runList.ts', 'test/shared/run', {
    'a list voids although other runs could not be checked': [
      'if (checkFailure !== undefined) return',
      'if (checkFailure === null) return',
    ],
  }),
  inFile('shared/run/runMany.ts', 'test/nodes', {
    'a retried run repeats unknown results': [
      'if (earlier && !earlier.error.safeToRepeat) throw',
      'if (earlier && earlier.error.safeToRepeat) throw',
    ],
  }),
  inFile('shared/run/runMany.ts', 'test/nodes/retryOnFail', {
    'a try that sends nothing forgets what was done': [
      '    attempts.endAttempt({ mayRetry: true });\n    const failed',
      '    attempts.endAttempt({ mayRetry: false });\n    const failed',
    ],
    'a try whose first item failed forgets what was done': [
      "attempts.endAttempt({ mayRetry: items[0]?.result.state === 'failed' })",
      'attempts.endAttempt({ mayRetry: false })',
    ],
  }),
  inFile('shared/run/runMany.ts', 'test/shared/operations/pass/byContact', {
    'an external ID without a pass hides the next ones': ["field === 'externalId' || ", ''],
    'a refused input hides those of the next items': ["kind === 'invalidInput' || ", ''],
    'items that name one pass by contact overlap': [
      'item.lockKeys = lockKeys(operation.serialBy, input);',
      '',
    ],
    'after a search that failed, items of one contact overlap': [
      '(!stopOnFailure && needsPassLookup(item))',
      'false',
    ],
    'a contact without a pass hides that the next ones have none': ["|| field === 'contact'", ''],
  }),
  inFile('shared/run/runMany.ts', 'test/shared/run', {
    'a preview counts as a finished attempt': [
      'if (!prepared.isPreview) attempts.recordSuccess(',
      'attempts.recordSuccess(',
    ],
  }),
  inFile('shared/run/runMany.ts', 'test/shared/run/report', {
    'a retry forgets what is to be known of completed items': ['item.notes = earlier.notes;', ''],
  }),
  inFile('shared/operations/stampCard/inputs.ts', 'test/golden', {
    'an event with a generated key is said to be safe to repeat on n8n': [
      'idempotencyKey !== undefined || repeated === undefined',
      'true',
    ],
  }),
  inFile('shared/operations/stampCard/inputs.ts', 'test/zapier/stampsAndBalances', {
    'Zapier replays an event with a generated key': [
      '...(!keepsItemKeys && { safeToRepeat: false }),',
      '',
    ],
  }),
  inFile('shared/run/runPoll.ts', 'test/shared/triggers/runPoll', {
    'the state of another version is used': ['previous.version === STATE_VERSION &&', ''],
    'a state of any size is stored': ['assertStateSize(state);', ''],
    'a trigger whose Base URL changes keeps the state of the other service': [
      'JSON.stringify([url, trigger.key, ',
      'JSON.stringify([trigger.key, ',
    ],
  }),
  inFile('shared/runtime/concurrency.ts', 'test/shared/http', {
    'concurrency is not limited': [
      'if (freeSlots > 0) freeSlots -= 1;',
      'if (freeSlots > -1e9) freeSlots -= 1;',
    ],
  }),
  inFile('shared/runtime/concurrency.ts', 'test/shared/operations/badgeHolder', {
    'all badges are read at once': ['const MAX_PARALLEL = 10;', 'const MAX_PARALLEL = 1000;'],
  }),
  inFile('shared/runtime/concurrency.ts', 'test/shared/operations/pass/allTemplates', {
    'a template that cannot be searched is skipped': [
      '(await Promise.all(readings)).flat()',
      "(await Promise.allSettled(readings)).flatMap((one) => ('value' in one ? one.value : []))",
    ],
  }),
  inFile('shared/runtime/records.ts', 'test/shared/operations/pass/byContact', {
    'a search or a list that failed is the answer for the whole run': [
      'if (cache.get(key) === reading) cache.delete(key);',
      '',
    ],
  }),
  inFile('shared/service/contacts.ts', 'test/shared/fields/read', {
    'a phone number keeps the decimal of a sheet': [
      ".replace(/^(\\+?\\d{6,})\\.0{1,2}$/, '$1')",
      '',
    ],
    'a blank after the plus makes it no phone number': [".replace(/^\\+ /, '+')", ''],
    'a link is no phone number': [".replace(/^tel: */i, '')", ''],
    'a number that a library calls impossible is changed': [
      'parsed?.isPossible() ?',
      'parsed?.nationalNumber ?',
    ],
  }),
  inFile('shared/service/contacts.ts', 'test/shared/service/contacts', {
    'a domain in Punycode is another one': [
      '.test(address) ? toASCII(address)',
      '.test(address) ? address',
    ],
    'a domain that looks like Punycode stops a run': [
      '} catch {',
      '} catch (thrown) {\n    if (thrown) throw thrown;',
    ],
    'an empty contact is the same as another': [
      'return /\\d/.test(number) ? number : undefined;',
      'return number;',
    ],
    'a local zero makes another number': [
      'parsed?.isPossible() ? parsed.number : number',
      'number',
    ],
    '00 is no prefix of a country code': [
      "if (!hasPlus && !digits.startsWith('00')) return digits;",
      'if (!hasPlus) return digits;',
    ],
  }),
  inFile('shared/service/dates.ts', 'test/shared/service/dates', {
    'a date is read by its bytes': ['isoText(plain(raw))', 'isoText(raw.trim())'],
    'an expiration at 24:00 lasts a day too long': [
      'isEndOfDay ? local.minus({ days: 1 }) : local',
      'local',
    ],
    'a date of a database ends a day early': [
      '[moment, moment.toUTC()].find(isMidnight)',
      '[moment].find(isMidnight)',
    ],
    'a date for never is sent with five digits': [
      'DateTime.min(moment.toUTC(), LAST)',
      'moment.toUTC()',
    ],
    'the day before the first of a sheet is a date': [
      'const MIN_YEAR = 1900;',
      'const MIN_YEAR = 1800;',
    ],
    'a date at 24:00 is the next day': ['AT_24.test(iso) ? read.minus(1) : read', 'read'],
  }),
  inFile('shared/service/errorValues.ts', 'test/shared/design/routing', {
    'an object within a text is shown on a card': [
      'return text.includes(OBJECT) ?',
      'return text === OBJECT ?',
    ],
    'two missing values are a value': ['whole.split(/[\\s,]+/).every(', '[whole].every('],
  }),
  inFile('shared/service/errorValues.ts', 'test/shared/fields/placeholders', {
    'a word for no value is the end of an ID': ['NO_VALUE_AT_END.exec(text)?.[1]', 'undefined'],
    'a long ID of random characters lacks a part': [
      'id.length > MAX_COMPOSED_LENGTH',
      'id.length > 99',
    ],
    'an ID that begins with its last character lacks a part': [
      'before === after ||',
      '(before ?? after) === undefined ||',
    ],
    'a number of a system lacks a part': [' || SIGNED_NUMBER.test(id)', ''],
    'only an ID that ends with a separator lacks a part': [
      '/^[-_:|~/\\p{Pd}]/u.exec(id) ?? []',
      '[]',
    ],
    'a longer word is an error value': [
      'object Object\\])(?![\\p{L}\\p{N}])/u',
      'object Object\\])/u',
    ],
    'words in brackets are an ID': ['[([<]\\P{N}*[)\\]>]|', ''],
    'the nil GUID is an ID': ['\\{?0{8}-?(?:0{4}-?){3}0{12}\\}?|', ''],
    'an expression without braces is an ID': ['|(?<![\\p{L}\\p{N}])\\$(?:[a-z]\\w*[.[(]|\\()', ''],
    'a merge tag is an ID': ['|\\*\\||%%[\\w.-]+%%|<%|\\[%|[#$]\\{', ''],
  }),
  inFile('shared/service/externalIds.ts', 'test/shared/operations/pass/sync', {
    'leading zeros make another external ID': ["digits.replace(/^0+(?=\\d)/, '')", 'digits'],
  }),
  inFile('shared/service/externalIds.ts', 'test/shared/service/externalIds', {
    'Sync List voids another spelling of an external ID': [".normalize('NFKC'))", ')'],
    'a generated ID ignores the case of an ID': [
      "value.includes('@') ? comparable : asSeen",
      'comparable',
    ],
    'Sync List voids a number with an exponent': ['withoutExponent(externalId)', 'externalId'],
    'a thousand is another ID with a separator': ['isGrouped ? number', "number === '' ? number"],
  }),
  inFile('shared/service/numbers.ts', 'test/shared', {
    'lost digits are accepted': ['Number.isSafeInteger(value) ? value : undefined', 'value'],
  }),
  inFile('shared/service/numbers.ts', 'test/shared/fields', {
    'a number with an exponent is an ID': ['number >= 1e7', 'number === 0'],
    'a short number with an exponent is none': ['number >= 1e7', 'number >= 1'],
    'what a calculation leaves over in binary is sent': [
      'Number(value.toPrecision(EXACT_DIGITS))',
      'value',
    ],
  }),
  inFile('shared/service/passStatus.ts', 'test/shared', {
    'a voided pass is expired': [
      "if (!pass.isValid) return 'voided';",
      "if (pass.isValid === null) return 'voided';",
    ],
  }),
  inFile('shared/service/passStatus.ts', 'test/shared/triggers/scans', {
    'a clock that is a minute behind voids an expired pass': [
      '> now + CLOCK_TOLERANCE_MS',
      '> now',
    ],
  }),
  inFile('shared/service/schemas.ts', 'test/shared/service/schemas', {
    'a link can be any text': [' && isHttpUrl(url)', ''],
  }),
  inFile('shared/service/text.ts', 'test/shared/fields/placeholders', {
    'control characters are a value': [
      'const VISIBLE = /[^\\s\\p{Cc}\\p{Cf}',
      'const VISIBLE = /[^\\s\\p{Cf}',
    ],
  }),
  inFile('shared/service/text.ts', 'test/shared/service/text', {
    'invisible characters are visible': [
      'const VISIBLE = /[^\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\\ufffd]/u;',
      'const VISIBLE = /[^\\s\\p{Cc}\\ufffd]/u;',
    ],
    'headers are compared with control characters': [
      "plain(text.replace(LOST, ''))",
      'plain(text)',
    ],
    'a word loses the invisible joiner that its script needs': ['\\p{Script=Arabic}', ''],
    'a joiner that nobody sees makes another ID': [".replace(NEEDLESS_JOINER, '')", ''],
    'an invisible character makes another ID': [".replace(INVISIBLE, '')", ''],
    'the hyphen of a document makes another ID': [".replace(/[\\u2010\\u2011]/g, '-')", ''],
    'a kind of blank makes another ID': [".replace(/\\p{Zs}/gu, ' ')", ''],
    'a typographic apostrophe makes another ID': ['.replace(/[\\u2018\\u2019\\u02bc]/g, "\'")', ''],
    'full width makes another ID': ['.replace(/[\\uff01-\\uffee]+/g,', '.replace(/\\uff01+/g,'],
    'the digits of a script count from its first letter': [
      'return String((code - zero) % 10)',
      'return String(code - zero)',
    ],
    'a text has several Unicode forms': ["trimmed(folded).normalize('NFC')", 'trimmed(folded)'],
  }),
  inFile('shared/service/vocabulary.ts', 'test/nodes/file', {
    'a picture may have any size': [
      'fileUploadBytes: 10 * 1024 * 1024,',
      'fileUploadBytes: Infinity,',
    ],
  }),
  inFile('shared/triggers/badgeAdded.ts', 'test/shared/triggers/lists', {
    'badges of a holder who could be read again are never new': [
      'for (const holder of readable) known.delete(hashOf(holder));',
      '',
    ],
    'a badge that cannot be read for days is new afterwards': [
      'seen: [...known]',
      'seen: badges.map(hashOf)',
    ],
  }),
  inFile('shared/triggers/newPass.ts', 'test/shared/triggers/zapStart', {
    'New Pass runs a Zap for an old pass that matches its filters later': [
      'isBaseline || matchesFilters(row, input)',
      'matchesFilters(row, input)',
    ],
  }),
  inFile('shared/triggers/newPass.ts', 'test/shared/triggers/scans', {
    'new passes of several templates are out of order': [
      'matches.sort((a, b) => a.created - b.created);',
      '',
    ],
  }),
  inFile('shared/triggers/newPass.ts', 'test/shared/triggers/newPass', {
    'a test shows fewer new passes than there are': [
      'newest.every(isMatch) ? newest',
      'newest.some(isMatch) ? newest',
    ],
  }),
  inFile('shared/triggers/passDateReached.ts', 'test/shared/triggers/passDateReached', {
    'dates before a pass was issued are events': ['Math.min(MAX_LATE_DAYS, age)', 'MAX_LATE_DAYS'],
    'a date of long ago that is entered today is an event': ['Math.min(MAX_LATE_DAYS, age)', 'age'],
    'a voided pass has a birthday': ['row.isValid && isInTime ?', 'isInTime ?'],
    'a test in the editor shows no date of last month': ['isTest || lateDays', 'lateDays'],
  }),
  inFile('shared/operations/pass/outputFields.ts', 'test/nodes/issue', {
    'Simplify omits when a new pass expires': [
      '  ...sentFields,\n',
      '  ...sentFields, validUntil: { ...sentFields.validUntil, omitFromSimplified: true },\n',
    ],
  }),
  inFile('shared/triggers/passExpiring.ts', 'test/zapier/trigger', {
    'an expiring pass may be output without its end': [', always: true }', ' }'],
  }),
  inFile('shared/triggers/passExpiring.ts', 'test/shared/triggers/lateEvents', {
    'a pass that expires soon is late after a pause': [
      'Math.max(nearFrom(row), now - MAX_LATE_DAYS * DAY_MS)',
      'nearFrom(row)',
    ],
  }),
  inFile('shared/triggers/passNotAdded.ts', 'test/shared/triggers/dueEvents', {
    'after a pause, a card that left its last wallet today is late': [
      'before?.[0] ? row.updated : 0',
      '0',
    ],
    'a pass in no wallet is reported again after it was voided': [
      '[isInstalled(row), Number(isMissed(row))]',
      '[isMissed(row), Number(isMissed(row))]',
    ],
  }),
  inFile('shared/triggers/passRemovedFromWallet.ts', 'test/shared/triggers/histories', {
    'a pass that was in no wallet is removed from one': [
      'wasAdded === true && !isAdded',
      '!isAdded',
    ],
  }),
  inFile('shared/triggers/passTrigger.ts', 'test/shared/triggers/lateEvents', {
    'due events come in the order of the last changes': [
      'Math.max(at ?? 0, row.updated)',
      'row.updated',
    ],
  }),
  inFile('shared/triggers/passTrigger.ts', 'test/shared/triggers/changes', {
    'a pass that was missing from the list for a while is an event': [
      'row.created < last.since) continue',
      'false) continue',
    ],
    'a clock that is set back repeats an event': [
      '[of, Math.max(step, stepOf(of, before))]',
      '[of, step]',
    ],
    'a new date is no event after an earlier one': [
      'before?.[0] === of ? before[1] : 0',
      'before?.[1] ?? 0',
    ],
  }),
  inFile('shared/triggers/passTrigger.ts', 'test/shared/triggers/passUpdated', {
    'a template is added to a workflow that watches fields which it does not have': [
      "last ? 'poll' : 'start', last",
      "previous ? 'poll' : 'start', last",
    ],
    'a Zap gets the oldest events in full': [
      'found: found.sort(latestFirst)',
      'found: found.sort(latestFirst).reverse()',
    ],
  }),
  inFile('shared/triggers/passTrigger.ts', 'test/shared/triggers/passValueReached', {
    'a workflow that watches another value keeps the state of the old one': [
      '!(key in scanInputs)',
      'false',
    ],
    'what passes have when the trigger starts is an event': [
      'found: last ? read.found : []',
      'found: read.found',
    ],
    'a trigger starts that waits for dates in a field without any': [
      "purpose === 'poll' ? undefined : await event.check?.(rows)",
      'undefined',
    ],
    'a poll fails while no pass has a date': [
      "purpose === 'poll' ? undefined : await",
      'false ? undefined : await',
    ],
    'a value that was reached is an event at every poll': ['now && before !== true', 'now'],
  }),
  inFile('shared/triggers/passTrigger.ts', 'test/shared/triggers/scans', {
    'a pass that leaves the look-back is not compared one last time': [
      'Math.min(now, last?.polledAt ?? now)',
      'now',
    ],
    'events of several templates are out of order': [
      'found.sort(latestFirst).reverse();',
      'found.reverse();',
    ],
  }),
  inFile('shared/triggers/passTrigger.ts', 'test/shared/triggers/zapStart', {
    'a Zap runs for an old pass that matches its filters later': [
      "!counts && purpose !== 'start'",
      '!counts',
    ],
  }),
  inFile('shared/triggers/passUpdated.ts', 'test/shared/triggers/changes', {
    'a new pass without the watched fields has changed': [
      'before !== undefined && now.some((one, i) => one !== before[i])',
      'now.some((one, i) => one !== before?.[i])',
    ],
  }),
  inFile('shared/triggers/passUpdated.ts', 'test/shared/triggers/histories', {
    'a new pass is an updated one': ['Number(updated > created)', '1'],
  }),
  inFile('shared/triggers/passValueReached.ts', 'test/shared/triggers/passValueReached', {
    'a value must be more than the number to reach it': [
      'numberOf(row) >= target',
      'numberOf(row) > target',
    ],
    'a voided pass reaches a value': ['isValid ? updated : undefined', 'updated'],
  }),
  inFile('shared/triggers/passVoided.ts', 'test/shared/triggers/scans', {
    'a pass that expires is voided': [
      'isVoided(row, client.clock.now()) ? row.updated : undefined',
      'row.updated',
    ],
  }),
  inFile('shared/triggers/readPasses.ts', 'test/shared/triggers/samples', {
    'a workflow starts that watches an unknown template': [
      'assertTemplateIfEmpty && rows.length === 0',
      'false',
    ],
  }),
  inFile('shared/triggers/readPasses.ts', 'test/shared/triggers/scans', {
    'a limit counts the passes that the look-back excludes': ['areAllWanted ? count : 0', 'count'],
    'each poll of a template without passes reads the template': [
      'if (assertTemplateIfEmpty && rows',
      'if (rows',
    ],
  }),
  inFile('shared/triggers/passEvents.ts', 'test/shared/triggers/passEvents', {
    'a poll without time for all links fails': [' || !client.hasTimeToWait(0)) return', ') return'],
    'a poll whose links are rate limited fails': ["thrown.kind === 'rateLimited' || ", ''],
  }),
  inFile('shared/triggers/state.ts', 'test/shared/triggers/lateEvents', {
    'the newest passes stay new forever': [
      'Math.min(lastSince + now - polledAt, Math.min(newestAt, now) + 1)',
      'lastSince',
    ],
    'events of months are output at once': ['polledAt >= start ? 0 : start', '0'],
  }),
  inFile('shared/triggers/state.ts', 'test/shared/triggers/scans', {
    'late passes are missed': [
      'const MAX_LISTING_DELAY_MS = 5 * 60_000;',
      'const MAX_LISTING_DELAY_MS = 0;',
    ],
    'passes beyond the look-back are new once it is longer': [
      'Math.max(lastSince, createdSince, ',
      'Math.max(lastSince, ',
    ],
    'a clock that is three days ahead loses new passes': ['polledAt >= start ? 0 : start', 'start'],
    'the baseline of Zapier looks back no further than later polls': [
      '(isStart ? days + 1 : days)',
      'days',
    ],
  }),
  inFile('shared/triggers/state.ts', 'test/shared/triggers/state', {
    'the state shows which passes share a value': ['`${one} ${id}`', 'one'],
  }),
  inFile('shared/triggers/watchedField.ts', 'test/shared/triggers/passValueReached', {
    'a text among numbers stops the trigger': ['others.length < withValue.length', 'false'],
    'a trigger starts that waits for a number in a field of texts': [
      'others.length < withValue.length',
      'true',
    ],
  }),
  inFile('zapier/controls/index.ts', 'test/zapier/dynamicFields', {
    'a form on Zapier asks every card for stamps': ['return has !== false;', 'return true;'],
    'a form on Zapier hides stamps if the key may not read templates': [
      'return has !== false;',
      'return has === true;',
    ],
  }),
  inFile('zapier/dropdowns.ts', 'test/zapier/dropdowns', {
    'a dropdown offers an ID that Zapier would replace': [
      ".filter(({ id }) => !id.includes('{{'))",
      '',
    ],
  }),
  inFile('zapier/errors/zapierErrors.ts', 'test/zapier', {
    'Zapier replays unknown results': [
      '(error.safeToRepeat ? erroredRun : haltedRun)(z, error)',
      'erroredRun(z, error)',
    ],
    'Zapier fails when throttled': ['rateLimited: throttledRun,', 'rateLimited: erroredRun,'],
  }),
  inFile('zapier/listEvents.ts', 'test/zapier/pollSize', {
    'a baseline of a Zap has whole passes': ['if (isBaseline) return inShort;', ''],
    'a poll of a Zap returns more than Zapier accepts': [
      'return left < 0 ? short : event;',
      'return event;',
    ],
    'a poll of a Zap loses the events that do not fit': [
      'return left < 0 ? short : event;',
      'return left < 0 ? events[0] ?? event : event;',
    ],
    'an event in short does not say whose it is': ["'externalId', 'email'];", '];'],
    'a Zap fails if there is no room for whose the events are': [
      '[SHORT_KEYS, ID_KEYS])',
      '[SHORT_KEYS])',
    ],
  }),
  inFile('zapier/locks.ts', 'test/zapier/locks', {
    'steps on one pass have different locks': [
      'externalId: PASS,',
      "externalId: 'issue:{externalId}',",
    ],
  }),
  inFile('zapier/output/results.ts', 'test/golden/operations', {
    'a result on Zapier lacks a value of the sample': [
      '(key) => flat[key] === undefined,',
      '() => false,',
    ],
  }),
  inFile('zapier/output/results.ts', 'test/examples/zapierPages', {
    'a Zap continues although no pass was found': [
      'if (list === undefined || first === undefined) return entries;',
      'if (list === undefined) return entries;\n  if (first === undefined) return [{ count: 0 }];',
    ],
  }),
  inFile('zapier/step.ts', 'test/zapier/blankCells', {
    'an emptied list is mapped': ['.some((part)', '.every((part)'],
    'a list of mapped values is not mapped': ['[saved].flat()', '[saved]'],
  }),
  inFile('zapier/transport/downloadFile.ts', 'test/zapier/templates', {
    'the encoded name of a file is not decoded': [
      'return name && decodeURIComponent(name);',
      'return name;',
    ],
  }),
  inFile('zapier/transport/publicAddress.ts', 'test/zapier/keyGuard', {
    'a download reaches a private network': [
      '!RESERVED.check(address, family)',
      "address !== '127.0.0.1'",
    ],
    'a download reaches a name with one public address of two': [
      '!addresses.every(',
      '!addresses.some(',
    ],
  }),
  inFile('zapier/transport/zapierTransport.ts', 'test/zapier/keyGuard', {
    'the key is sent with downloads': ['if (isServiceCall !== true) return exact;', ''],
  }),
].flat();

function inFile(file, near, defects) {
  return Object.entries(defects).map(([name, [from, to]]) => ({ name, file, from, to, near }));
}
