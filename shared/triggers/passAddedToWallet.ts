import { rowSample } from '../operations/pass/outputFields';
import { isInstalled } from '../service/passStatus';
import { definePassTrigger, whenBecoming } from './passTrigger';

export const passAddedToWallet = definePassTrigger({
  key: 'passAddedToWallet',
  label: 'Pass Added to Wallet',
  description: 'When a pass that was in no wallet is added to one',
  misses: 'A pass that is added and removed again between two polls, and a second wallet',
  zapier: {
    key: 'pass_added_to_wallet',
    description: 'Triggers when a pass is added to a wallet for the first time.',
  },
  sample: { ...rowSample, deviceCount: 1, installed: true },
  event: () => whenBecoming(isInstalled),
});
