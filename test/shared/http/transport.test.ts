import { networkFailure } from '../../../shared/http/transport';

/** The errors of both platforms' HTTP clients, and of older n8n servers. */
const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('the result for a network error', () => {
  it.each([
    ['the error of the network itself', coded('connect', 'ECONNREFUSED')],
    ['its cause', new Error('outer', { cause: coded('connect', 'ECONNREFUSED') })],
    ['its context', { name: 'NodeApiError', context: { code: 'ECONNREFUSED' } }],
    ['httpCode, where n8n 1 leaves it', { name: 'NodeApiError', httpCode: 'ECONNREFUSED' }],
  ])('is not sent according to the code in %s', (_, thrown) => {
    expect(networkFailure(thrown)).toEqual({
      ok: false,
      sent: 'no',
      reason: 'connection refused',
    });
  });

  it('may have been sent if the connection was made', () => {
    expect(networkFailure({ httpCode: 'ECONNRESET' })).toEqual({
      ok: false,
      sent: 'maybe',
      reason: 'connection closed before a response arrived',
    });
  });

  it('shows that a server does not speak TLS; only a failed handshake proves that nothing was sent', () => {
    const failed = { ok: false, reason: 'no HTTPS connection was possible', withoutTls: true };
    const ofFetch = { cause: coded('wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER') };
    expect(networkFailure(ofFetch)).toEqual({ ...failed, sent: 'no' });
    expect(networkFailure(coded('write EPROTO', 'EPROTO'))).toEqual({ ...failed, sent: 'maybe' });
  });

  it('prefers the code of the cause to that of the outer error', () => {
    const cause = coded('connect', 'ECONNREFUSED');
    const around = Object.assign(new Error('outer', { cause }), { httpCode: 'ERR_BAD_RESPONSE' });
    expect(networkFailure(around)).toMatchObject({ sent: 'no', reason: 'connection refused' });
  });

  it.each([undefined, null, 'text', {}, { code: 7 }, { httpCode: '401' }])(
    'may have been sent without a code: %p',
    (thrown) => {
      expect(networkFailure(thrown)).toEqual({
        ok: false,
        sent: 'maybe',
        reason: 'the connection was lost',
      });
    },
  );
});
