import { defineScanTrigger } from './scanTrigger';

/** Not on Zapier: without state, a pass in no wallet may as well never have been in one. */
export const passRemovedFromWallet = defineScanTrigger({
  key: 'passRemovedFromWallet',
  label: 'Pass Removed From Wallet',
  description:
    'When a pass is in no wallet any more that was in one before. Why is not known: the holder deleted it, or changed phones. A pass that is removed and added again between two polls is missed. A poll costs one request per page of passes it looks through.',
  scopes: ['passes.viewAll'],
  judge: () => ({
    mark: ({ deviceCount }) => ((deviceCount ?? 0) > 0 ? 'y' : ''),
    happened: ({ now }) => now === '',
    shows: ({ deviceCount }) => (deviceCount ?? 0) === 0,
  }),
});
