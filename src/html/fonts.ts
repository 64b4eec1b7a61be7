import type { FONTS } from '../../schemas/bio-looks.ts'

/** The fonts of bio pages, each as fonts that devices have; the first that is there is used. */
export const FONT_STACKS: Record<(typeof FONTS)[number], string> = {
  sans: 'ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,Cantarell,"Helvetica Neue",Arial,sans-serif',
  serif:
    'ui-serif,"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","Source Serif 4","Noto Serif",Georgia,serif',
  mono: 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold","Varela Round",Nunito,sans-serif',
  humanist: 'Seravek,"Gill Sans Nova","Gill Sans",Optima,Candara,Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  geometric: 'Avenir,"Century Gothic",Montserrat,Corbel,"URW Gothic",Futura,sans-serif',
  slab: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif',
  handwritten: '"Segoe Print","Bradley Hand",Noteworthy,Chilanka,"Comic Neue",casual,cursive',
}
