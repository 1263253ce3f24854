import { rowSample } from '../operations/pass/outputFields';
import { isInstalled } from '../service/passStatus';
import { whenBecoming } from './matchers';
import { defineScanTrigger } from './scanTrigger';

export const passAddedToWallet = defineScanTrigger({
  key: 'passAddedToWallet',
  label: 'Pass Added to Wallet',
  description: 'When a pass that was in no wallet is added to one',
  misses: 'A pass that is added and removed again between two polls, and a second wallet',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_added_to_wallet',
    label: 'Pass Added to Wallet',
    noun: 'Digital Pass',
    description: 'Triggers when a pass is added to a wallet for the first time.',
  },
  sample: { ...rowSample, deviceCount: 1, installed: true },
  matcher: () => whenBecoming(isInstalled),
});
