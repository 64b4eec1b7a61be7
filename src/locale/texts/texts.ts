/** A text with the number `{n}`, in the plural forms of the language that `Intl.PluralRules` tells apart. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The fixed words of all public pages in one language. */
export interface Texts {
  continueTo(host: string): string
  onTheWayTo(host: string): string
  password: {
    title: string
    hint: string
    label: string
    submit: string
    wrong: string
    /** `wait` is a number of seconds or minutes with its unit. */
    tooMany(wait: string): string
    failed(title: string): string
  }
  expired: { title: string; byTime: string; byClicks: string; kicker: string }
  early: { title: string; text: string; kicker: string }
  loop: { title: string; text: string; kicker: string }
  blocked: { title: string; text: string; kicker: string }
  notFound: { title: string; text: string }
  report: {
    /** The link to the page of reports. */
    link: string
    title: string
    text: string
    address: string
    kind: string
    kinds: { phishing: string; malware: string; spam: string; illegal: string; other: string }
    details: string
    send: string
    /** The address is none of this service. */
    unknown: string
    choose: string
    tooLong: string
    thanks: string
    thanksText: string
    orWrite(email: string): string
  }
  failure: {
    failed: string
    refused: string
    unknownHost: string
    tooMany: string
    unavailable: string
    invalid: string
  }
  home: { text: string; docs: string }
  /** `left` has the number of seconds as `{seconds}`. */
  countdown: { label: string; left: string; stay: string }
  moreAt(host: string): string
  openWithoutFrame: string
  overlay: { contact: string; message: string; close: string }
  app: { title: string; text(host: string): string; open: string }
  campaign: {
    links: Plural
    moreThan: Plural
    none: string
    maintainedBy(count: string, owner: string): string
    pages: string
    previous: string
    next: string
  }
  bio: {
    draft: string
    playVideo: string
    playMusic: string
    playerNote(provider: string): string
    openOn(provider: string): string
    video(provider: string): string
    music(provider: string): string
    form: {
      send: string
      optional: string
      choose: string
      check: string
      changed: string
      required: string
      email: string
      phone: string
      choice: string
      tooLong(max: string): string
      consent: string
      closed: string
      closedText: string
      thanks: string
      thanksText: string
      back: string
    }
  }
  code: {
    actions: { email: string; phone: string; sms: string; vcard: string; event: string; geo: string }
    text: string
    link: string
    to: string
    subject: string
    message: string
    phone: string
    network: string
    password: string
    protection: string
    noProtection: string
    wifi: string
    company: string
    jobTitle: string
    email: string
    website: string
    address: string
    note: string
    starts: string
    ends: string
    place: string
    about: string
    position: string
    ios: string
    android: string
  }
  statistics: {
    title(name: string): string
    period: string
    visits: string
    visitors: string
    by: Record<'day' | 'week' | 'month', string>
    /** Of the plot of days, weeks or months, for those who cannot see it. */
    plot(from: string, to: string, most: string): string
    visitsKey: string
    visitorsKey: string
    table: string
    /** Before the date of a step. */
    step: Record<'day' | 'week' | 'month', string>
    visitorsShort: string
    none: string
    /** With `{source}` in place of a link, and `{zone}`. */
    notes: string
    hours: string
    hour: string
    /** `when` is a day of the week and an hour. */
    busiest(when: string, most: string): string
    map: string
    mapText: string
    from: string
    to: string
    timezone: string
    show: string
    csv: string
    badPeriod(years: string): string
    badZone: string
    groups: Record<'country' | 'referrer' | 'browser' | 'os' | 'device' | 'language', string>
    devices: Record<'desktop' | 'mobile' | 'tablet' | 'tv' | 'console' | 'other', string>
    unknown: string
    direct: string
    other: string
  }
}
