import { PendingDocumentsPage } from '../../features/contributions/PendingDocumentsPage.tsx'
import { DocumentsElsewhere } from '../../features/home/DocumentsElsewhere.tsx'

/** /sign-pending-document: with what waits in other accounts, which the home page knows, a feature above contributions. */
export const PendingDocumentsScreen = () => <PendingDocumentsPage DocumentsElsewhere={DocumentsElsewhere} />
