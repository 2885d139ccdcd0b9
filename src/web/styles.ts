import '../tenants/themes/base.css'
import './ui/global.css'

/* Each client's theme is a file of tenants/themes; all go into the one style sheet, `data-client` chooses. */
import.meta.glob(['../tenants/themes/*.css', '!../tenants/themes/base.css'], { eager: true })
