import '../clients/themes/base.css'
import './ui/global.css'

/* Each client's theme is a file of clients/themes; all go into the one style sheet, `data-client` chooses. */
import.meta.glob(['../clients/themes/*.css', '!../clients/themes/base.css'], { eager: true })
