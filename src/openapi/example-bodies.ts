/**
 * Example bodies of operations for which the required fields alone would show too little. They work on any account:
 * they refer to no existing record and contain no value that must be unique.
 */
export const EXAMPLE_BODIES: Record<string, object> = {
  login: { email: 'ada@example.com', password: 'correct horse battery' },
  updateAccount: { email: 'ada@example.com' },
  createKey: { name: 'CI', scope: 'write', expires: '2030-01-01 00:00:00' },
  rotateKey: { overlap: 3600 },
  createLink: {
    url: 'https://example.com/summer',
    description: 'Summer sale',
    parameters: [{ name: 'utm_source', value: 'newsletter' }],
  },
  createLinks: {
    items: [
      { url: 'https://example.com/summer', description: 'Summer sale' },
      { url: 'https://example.com/winter', description: 'Winter sale' },
    ],
  },
  updateLinks: { items: [{ id: 42, description: 'Autumn sale' }], atomic: false },
  deleteLinks: { ids: [42, 43], atomic: false },
  updateLink: { url: 'https://example.com/autumn', description: 'Autumn sale' },
  createQrCode: {
    type: 'link',
    name: 'Menu',
    data: 'https://example.com/menu',
    background: 'rgb(255,255,255)',
    foreground: 'rgb(0,0,0)',
  },
  createQrCodes: {
    items: [
      { type: 'link', data: 'https://example.com/menu' },
      { type: 'text', data: 'Boots off, please.' },
    ],
  },
  updateQrCode: { data: 'https://example.com/menu-autumn', foreground: 'rgb(20,60,40)' },
  createBio: {
    name: 'Ada',
    title: 'Ada Lovelace',
    description: 'Notes on engines',
    blocks: [
      { type: 'heading', text: 'Where to start' },
      { type: 'link', text: 'Trail map', url: 'https://example.com/map' },
    ],
  },
  updateBio: { title: 'Ada Lovelace', description: 'Notes on the analytical engine' },
  createCampaign: { name: 'Summer sale', public: true },
  updateCampaign: { name: 'Autumn sale', public: true },
  createChannel: { name: 'Newsletter', description: 'Links of the weekly letter', color: '#1D7A5F', starred: true },
  updateChannel: { name: 'Weekly letter', starred: false },
  createDomain: { domain: 'https://go.example.com', redirectroot: 'https://example.com' },
  updateDomain: { redirectroot: 'https://example.com', redirect404: 'https://example.com/lost' },
  updateOverlay: { name: 'Autumn offer' },
  updateSplash: { name: 'Hut closing' },
  updatePixel: { name: 'Shop visitors', tag: '1234567890' },
  explainLink: {
    country: 'DE',
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X)',
    language: 'de-AT,en;q=0.5',
    time: '2026-12-24 18:00:00',
  },
  receivePaymentEvent: { id: 'evt_1', type: 'invoice.payment_succeeded' },
}

/** Example bodies by name, for operations with several kinds of bodies. Tools run the first one. */
export const NAMED_EXAMPLE_BODIES: Record<string, Record<string, object>> = {
  createQrCode: {
    link: EXAMPLE_BODIES['createQrCode'] ?? {},
    text: { type: 'text', name: 'Hut rules', data: 'Boots off, please.' },
    vcard: {
      type: 'vcard',
      data: { fname: 'Ada', lname: 'Lovelace', phone: '+441632960961', email: 'ada@example.com', company: 'Engines' },
    },
    email: { type: 'email', data: { email: 'hut@example.com', subject: 'Booking', body: 'Two bunks, please.' } },
    phone: { type: 'phone', data: { phone: '+441632960961' } },
    sms: { type: 'sms', data: { phone: '+441632960961', message: 'Is the hut open?' } },
    wifi: { type: 'wifi', data: { ssid: 'Hut', pass: 'mountain air', encryption: 'WPA' } },
    event: {
      type: 'event',
      data: { title: 'Season opening', start: '2030-05-01 10:00:00', timezone: 'Europe/Zurich', location: 'Hut' },
    },
    geo: { type: 'geo', data: { lat: 46.5586, lng: 7.9006, name: 'Hut' } },
    whatsapp: { type: 'whatsapp', data: { phone: '+441632960961', message: 'Is the hut open?' } },
    app: {
      type: 'app',
      data: {
        apple: 'https://apps.apple.com/app/id284882215',
        google: 'https://play.google.com/store/apps/details?id=com.example',
      },
    },
  },
  createBio: {
    link: EXAMPLE_BODIES['createBio'] ?? {},
    heading: { name: 'Ada', blocks: [{ type: 'heading', text: 'Where to start' }] },
    text: { name: 'Ada', blocks: [{ type: 'text', text: 'Notes on *engines*.' }] },
    image: { name: 'Ada', blocks: [{ type: 'image', url: 'https://example.com/engine.png', alt: 'The engine' }] },
    social: { name: 'Ada', blocks: [{ type: 'social', network: 'mastodon', url: 'https://social.example/@ada' }] },
    contact: { name: 'Ada', blocks: [{ type: 'contact', name: 'Ada Lovelace', email: 'ada@example.com' }] },
  },
}
