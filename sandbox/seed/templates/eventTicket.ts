import type { TemplateDraft } from './templateDraft';

/** A ticket with seat and gate. */
export const eventTicket: TemplateDraft = {
  name: 'Night of the Lighthouse Orchestra',
  type: 'eventTicket',
  age: 60,
  design: (art) => ({
    backgroundColor: '#2b1a4f',
    adjustTextColor: true,
    logo: art('orchestra-logo'),
    icon: art('orchestra-icon'),
    strip: art('orchestra-strip'),
    background: art('orchestra-background'),
    header: { id: 'eventDate', label: 'Date' },
    rows: [
      [
        { id: 'ticketHolderName', label: 'Guest' },
        { id: 'ticketType', label: 'Ticket' },
      ],
      [
        { id: 'section', label: 'Section' },
        { id: 'row', label: 'Row' },
        { id: 'seat', label: 'Seat' },
      ],
      [{ id: 'gate', label: 'Gate' }, {}, { id: 'doorsOpen', label: 'Doors open' }],
    ],
    linkRows: [
      { id: 'confirmationCode', label: 'Confirmation' },
      { id: 'gettingThere', label: 'Getting there' },
    ],
    barcode: true,
    barcodeType: 'qrcode',
    locations: [{ name: 'Pier Hall', latitude: 53.5413, longitude: 9.9841 }],
  }),
};
