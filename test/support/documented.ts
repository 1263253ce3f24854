/** Response bodies with everything that the service documents, for tests that script its answers. */

const LINK = 'https://passes.example.com/p/ps_1';

/** Response of `GET /pass`, and of `POST /pass`, which has less. */
export const passLinks = (values: object = {}) => ({
  ...{ id: 'ps_1', link: LINK, pass: {}, badge: {}, deviceCount: 0 },
  ...values,
});

/** A row of a list of passes. */
export const passRow = (values: object = {}) => ({
  ...{ id: 'ps_1', created: 1, updated: 1, isValid: true, deviceCount: 0, templateFields: {} },
  ...values,
});

export const template = (values: object = {}) => ({
  ...{ id: 'tpl_1', name: 'Card', type: 'offer', pass: '{}', created: 1, updated: 1 },
  ...values,
});

/** A page of a list of templates; the last one without `cursor`. */
export const templatePage = (data: readonly object[], cursor?: string | null) => ({
  ...{ data: data.map(template), total_count: data.length },
  ...{ has_more: cursor !== undefined, next_cursor: cursor },
});

export const file = (values: object = {}) => ({
  ...{ id: `file_${'0'.repeat(32)}`, url: 'https://files.example.com/a.png', created: 1 },
  ...{ mime_type: 'image/png', size: 1, width: 1, height: 1 },
  ...values,
});

export const apiKey = (values: object = {}) => ({
  ...{ id: 'key_1', label: 'Shop', prefix: 'svc_sk_ab', scopes: [] },
  ...{ createdAt: 1, lastUsedAt: null, disabledAt: null, rotatedAt: null },
  ...values,
});

export const badge = (values: object = {}) => ({
  ...{ id: 'bdg_1', name: 'Staff Badge', active: true, walletAStatus: 'APPROVED' },
  ...values,
});

export const holder = (values: object = {}) => ({
  ...{ id: 'usr_1', active: true, credentials: [] },
  ...values,
});

export const badgePass = (values: object = {}) => ({
  ...{ id: 'bps_1', status: 'ACTIVE', platform: 'A_WALLET' },
  ...{ issuedAt: Date.UTC(2026, 2, 12), credentials: [] },
  ...values,
});

/** An invite of a list. */
export const listedInvite = (values: object = {}) => ({
  ...{ url: 'https://badges.example.com/i/1', expiresAt: Date.UTC(2099, 0, 1) },
  ...values,
});
