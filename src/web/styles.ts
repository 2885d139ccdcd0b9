import '../clients/themes/base.css'
import '../clients/themes/more-contrast.css'
import './ui/global.css'
import './shell/frame.css'

/* Each client's theme is a file of clients/themes, in one style sheet; `data-client` selects one. */
import.meta.glob(['../clients/themes/*.css', '!../clients/themes/{base,more-contrast}.css'], { eager: true })
