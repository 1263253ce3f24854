import { networkFailure } from '../../../shared/http/transport';

/** The errors of both platforms' HTTP clients, and of older n8n servers. */
const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

const cause = coded('connect', 'ECONNREFUSED');

test.each([
  ['the error of the network itself', cause],
  ['its cause', new Error('outer', { cause })],
  ['its cause, not its own', Object.assign(new Error('outer', { cause }), { httpCode: 'ERR_BAD_RESPONSE' })],
  ['its context', { name: 'NodeApiError', context: { code: 'ECONNREFUSED' } }],
  ['httpCode, where n8n 1 leaves it', { name: 'NodeApiError', httpCode: 'ECONNREFUSED' }],
])('A request is known to be unsent by the code in %s', (_, thrown) => {
  const refused = { ok: false, sent: 'no', reason: 'connection refused' };
  expect(networkFailure(thrown)).toEqual(refused);
}); // prettier-ignore

test('A request may have been sent if the connection was made', () => {
  expect(networkFailure({ httpCode: 'ECONNRESET' })).toEqual({
    ok: false,
    sent: 'maybe',
    reason: 'connection closed before a response arrived',
  });
});

test('Only a failed TLS handshake proves that nothing was sent to a server that does not speak TLS', () => {
  const failed = { ok: false, reason: 'no HTTPS connection was possible', withoutTls: true };
  const ofFetch = { cause: coded('wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER') };
  expect(networkFailure(ofFetch)).toEqual({ ...failed, sent: 'no' });
  expect(networkFailure(coded('write EPROTO', 'EPROTO'))).toEqual({ ...failed, sent: 'maybe' });
});

const WITHOUT_CODE = [undefined, null, 'text', {}, { code: 7 }, { httpCode: '401' }];
test.each(WITHOUT_CODE)('A request may have been sent if its error has no code: %p', (thrown) => {
  const lost = { ok: false, sent: 'maybe', reason: 'the connection was lost' };
  expect(networkFailure(thrown)).toEqual(lost);
});
