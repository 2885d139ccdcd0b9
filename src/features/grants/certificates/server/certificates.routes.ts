import { type Route, route } from '../../../../server/http/route.ts'
import * as contract from '../certificates.contract.ts'
import { downloadCertificates } from './download-certificates.ts'
import { downloadStaffCertificates } from './download-staff-certificates.ts'

export const certificatesRoutes: readonly Route[] = [
  route(contract.downloadStaffCertificates, downloadStaffCertificates),
  route(contract.downloadCertificates, downloadCertificates),
]
