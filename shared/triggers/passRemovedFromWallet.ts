import { rowSample } from '../operations/pass/outputFields';
import { isInstalled } from '../service/passStatus';
import { definePassTrigger } from './passTrigger';

/** Not offered on Zapier, because without state, a removed pass looks like a pass that was never added. */
export const passRemovedFromWallet = definePassTrigger({
  key: 'passRemovedFromWallet',
  label: 'Pass Removed From Wallet',
  description: 'When a pass has been removed from every wallet',
  misses:
    'A pass that is removed and added again between two polls, and a pass that was deleted itself',
  details: 'The service does not say why: the holder may have deleted the pass or changed phones.',
  onlySample: "A test can't see which passes were in a wallet before",
  sample: { ...rowSample, deviceCount: 0, installed: false },
  event: () => ({
    value: isInstalled,
    isEvent: (isAdded, wasAdded) => wasAdded === true && !isAdded,
  }),
});
