import type { Permission } from '../../../contract/permissions.ts'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { keysOf } from '../../../domain/keys-of.ts'

/** The roles on an account that a document may name as its readers. */
export const readerRoles = [
  'donor',
  'joint_donor',
  'viewer',
  'primary_advisor',
  'banker',
  'service_team',
] as const satisfies readonly AccountRole[]
export type ReaderRole = (typeof readerRoles)[number]

const everyone: readonly ReaderRole[] = readerRoles
const donorsAndService: readonly ReaderRole[] = ['donor', 'joint_donor', 'service_team']
const withAdvisor: readonly ReaderRole[] = ['donor', 'joint_donor', 'primary_advisor', 'service_team']

/** A statement shows what the nine sections of Fund Activity show (§12). */
const sections: readonly Permission[] = [
  'FUND_SUMMARY_VIEW',
  'FUND_BEGINNING_BALANCE_VIEW',
  'FUND_CONTRIBUTION_VIEW',
  'FUND_INVESTMENT_GAIN_VIEW',
  'FUND_DISTRIBUTION_VIEW',
  'FUND_FEES_VIEW',
  'FUND_OTHER_ASSETS_VIEW',
  'FUND_ENDING_BALANCE_VIEW',
  'FUND_PENDING_GRANT_VIEW',
]

type DocumentTypeRules = {
  label: string
  /** Who reads a document of the type that names no readers of its own. */
  readers: readonly ReaderRole[]
  /** Permissions that reading needs besides DOCUMENT_VIEW. */
  needs: readonly Permission[]
  /** Whether viewers may never read it, even if the document names them as readers (§14). */
  isConfidential: boolean
  /** How long it is stored after the account closed (§17). */
  retentionYears: number
}

/** The documents of an account by type. Staff with a role on the realm read every document. */
export const documentTypes = {
  statement: {
    label: 'Statement',
    readers: everyone,
    needs: sections,
    isConfidential: false,
    retentionYears: 10,
  },
  contribution: {
    label: 'Contribution',
    readers: withAdvisor,
    needs: [],
    isConfidential: false,
    retentionYears: 10,
  },
  application: {
    label: 'Application',
    readers: withAdvisor,
    needs: [],
    isConfidential: true,
    retentionYears: 10,
  },
  // One donor must not see the passport of another.
  identity: {
    label: 'Identity document',
    readers: ['service_team'],
    needs: [],
    isConfidential: true,
    retentionYears: 5,
  },
  tax: { label: 'Tax', readers: donorsAndService, needs: [], isConfidential: true, retentionYears: 10 },
  agreement: {
    label: 'Agreement',
    readers: withAdvisor,
    needs: [],
    isConfidential: false,
    retentionYears: 10,
  },
  instruction: {
    label: 'Instruction',
    readers: donorsAndService,
    needs: [],
    isConfidential: false,
    retentionYears: 10,
  },
  // It names the cause of death, which is nobody's business but the sponsor's.
  'death-certificate': {
    label: 'Death Certificate',
    readers: ['service_team'],
    needs: [],
    isConfidential: true,
    retentionYears: 10,
  },
  // Appraisals and valuations of assets are for staff, unless they name the donors.
  asset: {
    label: 'Asset',
    readers: ['service_team'],
    needs: [],
    isConfidential: true,
    retentionYears: 10,
  },
  correspondence: {
    label: 'Correspondence',
    readers: withAdvisor,
    needs: [],
    isConfidential: false,
    retentionYears: 10,
  },
  other: { label: 'Other', readers: donorsAndService, needs: [], isConfidential: false, retentionYears: 10 },
} as const satisfies Record<string, DocumentTypeRules>

export type DocumentType = keyof typeof documentTypes
// Object.keys returns strings; they are the keys of the table above.
export const documentTypeNames = keysOf(documentTypes)

export const rulesOf = (type: DocumentType): DocumentTypeRules => documentTypes[type]

/** The readers that a document of the type may name. */
export const possibleReaders = (type: DocumentType): readonly ReaderRole[] =>
  rulesOf(type).isConfidential ? readerRoles.filter(role => role !== 'viewer') : readerRoles

/** The types that someone with these permissions may read. */
export function readableTypes(actions: ReadonlySet<Permission>): DocumentType[] {
  if (!actions.has('DOCUMENT_VIEW')) return []
  return documentTypeNames.filter(type => rulesOf(type).needs.every(action => actions.has(action)))
}
