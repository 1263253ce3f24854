import type { TemplateDraft } from './templateDraft';

/** A stamp card of ten with rewards at five and ten. */
export const stampCard: TemplateDraft = {
  name: 'Tenth Coffee Free',
  type: 'loyalty',
  age: 200,
  design: (art) => ({
    backgroundColor: '#3c2415',
    textColor: '#ffe9c9',
    labelColor: '#d9a566',
    adjustTextColor: false,
    logo: art('coffee-logo'),
    icon: art('coffee-icon'),
    hero: art('coffee-hero'),
    stamp: art('coffee-stamp'),
    header: { id: 'stampsLeft', label: 'To go' },
    rows: [
      [
        { id: 'accountName', label: 'Name' },
        { id: 'nextReward', label: 'Next reward' },
      ],
    ],
    linkRows: [{ id: 'terms', label: 'Terms' }],
    barcode: true,
    barcodeType: 'qrcode',
    useStampCollection: true,
    stampCount: 10,
    stampTiers: [
      { threshold: 5, reward: 'A biscuit' },
      { threshold: 10, reward: 'A free coffee' },
    ],
    locations: [],
  }),
};
