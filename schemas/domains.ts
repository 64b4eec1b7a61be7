import { type Static, Type } from '@sinclair/typebox'
import { AndroidApp, AppleApp, androidList, appleList } from './app-links.ts'
import { datetime, id, text, url, urlOut } from './fields.ts'
import { listOf } from './lists.ts'
import { brand, pageLanguage } from './page-looks.ts'
import { pictureWarnings } from './pictures.ts'
import { addition, checked, nullable, publishedWith, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { storedFields } from './stored-fields.ts'

const redirectroot = url('Destination of visits to the bare domain.', 'https://example.com')
const redirect404 = url('Destination of visits to unknown paths of the domain.', 'https://example.com/lost')

const caseinsensitive = addition(
  Type.Boolean({
    description: 'Whether aliases on the domain are found in upper and lower case. Default: false.',
    examples: [false],
  }),
)

const apple = addition(Type.Array(Ref(AppleApp), appleList))
const android = addition(Type.Array(Ref(AndroidApp), androidList))

const language = pageLanguage('Language of the pages of the domain, such as those of expired links.')

const plain = storedFields({ caseinsensitive, apple, android }, { redirectroot, redirect404, language, ...brand })

export const Domain = Type.Object(
  {
    id: id('Id of the domain.'),
    domain: urlOut('The domain with its scheme, in lower case and Punycode.', 'https://go.example.com'),
    ...plain.shown,
  },
  { $id: 'Domain', description: 'A branded domain.' },
)
export type Domain = Static<typeof Domain>

export const DomainReply = success('DomainReply', { details: Ref(Domain) }, 'The domain.')

export const DomainList = listOf('DomainList', 'domains', Domain, 'branded domains')

// Published only: the check `domain` also allows surrounding spaces, and its faults are more precise.
const domainPattern =
  '^[hH][tT][tT][pP][sS]?://[^\\s\\x00-\\x24\\x26-\\x2C\\x2F\\x3A-\\x40\\x5B-\\x5E\\x60\\x7B-\\x9F]+/?$'
const dot = '[.。．｡]'
const end = `${dot}?/?$`
const otherDomains = [
  // No top-level domain, a label that is empty, or a hyphen at the start or end of one.
  `://[^.。．｡]+${end}`,
  `(//|${dot})(${dot}|-)`,
  `-(${dot}|/|$)`,
  // An IP address, which is what a name that ends in a number is, or one character as the top-level domain.
  `${dot}([0-9]+|[A-Za-z_])${end}`,
]

export const NewDomain = Type.Object(
  {
    domain: checked(
      'domain',
      publishedWith(
        { pattern: domainPattern, not: { pattern: otherDomains.join('|') } },
        text(
          'Domain with `http://` or `https://`; only a slash may follow the host. Its DNS must already point at the service.',
          'https://go.example.com',
          2048,
        ),
      ),
    ),
    ...plain.created,
  },
  { $id: 'NewDomain', description: 'A branded domain to add.' },
)
export type NewDomain = Static<typeof NewDomain>

export const DomainChange = Type.Object(plain.changed, {
  $id: 'DomainChange',
  description: 'Changes to a domain; the domain name itself cannot be changed.',
})
export type DomainChange = Static<typeof DomainChange>

export const DomainUpdated = done(
  'DomainUpdated',
  'Domain has been updated successfully.',
  pictureWarnings,
  'DoneWithPictureWarnings',
)
export const DomainDeleted = done('DomainDeleted', 'Domain has been deleted successfully.')

export const DomainProof = Type.Object(
  {
    expected: Type.Array(Type.String(), {
      description:
        'What proves that the host belongs to the account, any one of these: a TXT record; and, while the DNS of the host points elsewhere, a text file.',
      examples: [['TXT _waymark.go.example.com "waymark-proof=3f8a…"']],
    }),
    found: Type.Array(Type.String(), {
      description: 'The TXT records, and the file, that were found.',
      examples: [['TXT "waymark-proof=3f8a…"']],
    }),
    verified: nullable(datetime('Time of the last check that found the proof; null: the domain is not proven.')),
    lost: nullable(
      datetime(
        'Since when the proof has been missing; the domain is served for three days after that. null: it is there, or never was.',
      ),
    ),
  },
  { $id: 'DomainProof', description: 'The proof that a host belongs to the account.' },
)
type DomainProof = Static<typeof DomainProof>

export const DomainCreated = success(
  'DomainCreated',
  {
    id: id('Id of the domain.'),
    proof: Type.Optional(
      Type.Unsafe<DomainProof>({
        ...Ref(DomainProof),
        description: 'The proof of ownership that the domain needs before it is served; absent if it needs none.',
      }),
    ),
    ...pictureWarnings,
  },
  'The domain was added.',
)

const records = (description: string) =>
  Type.Array(Type.String(), { description, examples: [['CNAME waymark.example.com']] })

export const DomainStatus = Type.Object(
  {
    pointed: Type.Boolean({
      description: 'Whether the DNS of the domain points at the service now.',
      examples: [true],
    }),
    expected: records('DNS records, any one of which makes the domain point at the service.'),
    found: records('DNS records that the domain has now.'),
    tls: Type.Boolean({
      description:
        'Whether a proxy with on-demand TLS may order a certificate: the domain is served, and points at the service, did so within the ' +
        'last ten minutes (see `tlsuntil`), or domains are not checked.',
      examples: [true],
    }),
    tlsuntil: nullable(
      datetime('Until when a certificate may be ordered although the domain points elsewhere now; null: not limited.'),
    ),
    verified: nullable(datetime('Time of the last check that found the domain pointing at the service; null: none.')),
    lost: nullable(
      datetime('Since when the domain has pointed elsewhere; null: it points at the service, or never did.'),
    ),
    served: addition(
      Type.Boolean({
        description: 'Whether the service answers on the domain: its proof was found, or it needs none.',
        examples: [true],
      }),
    ),
    proof: addition(
      nullable(
        Type.Unsafe<DomainProof>({
          ...Ref(DomainProof),
          description:
            'The proof of ownership; null: none is needed, because the domain was added before proofs, or the service checks no domains or is not public.',
        }),
      ),
    ),
  },
  {
    $id: 'DomainStatus',
    description: 'Whether a domain is ready to serve.',
    examples: [
      {
        pointed: true,
        expected: ['CNAME waymark.example.com'],
        found: ['CNAME waymark.example.com'],
        tls: true,
        tlsuntil: null,
        verified: '2026-06-01 09:30:00',
        lost: null,
        served: true,
        proof: null,
      },
    ],
  },
)
export type DomainStatus = Static<typeof DomainStatus>

export const DomainStatusReply = success(
  'DomainStatusReply',
  { data: Ref(DomainStatus) },
  'The expected and the actual DNS records.',
)
