import type { TemplateDraft } from './templateDraft';

/** A coupon whose barcode is an EAN-13, as cash registers read it. */
export const offer: TemplateDraft = {
  name: 'Spring Ferry Offer',
  type: 'offer',
  age: 30,
  design: (art) => ({
    backgroundColor: '#ffcf33',
    textColor: '#10243a',
    labelColor: '#7a5b00',
    adjustTextColor: false,
    logo: art('ferry-logo'),
    icon: art('ferry-icon'),
    strip: art('ferry-strip'),
    header: { id: 'discount', label: 'You save' },
    rows: [
      [
        { id: 'offerTitle', label: 'Offer' },
        { id: 'route', label: 'Route' },
      ],
      [{ id: 'travelDays', label: 'Travel days' }],
    ],
    linkRows: [
      { id: 'conditions', label: 'Conditions' },
      { id: 'bookingLink', label: 'Book now' },
    ],
    barcode: true,
    barcodeType: 'ean13',
    locations: [],
  }),
};
