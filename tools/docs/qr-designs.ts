import { linear, radial, rgb, type Sample } from './qr-sample.ts'

/** Designs in which the options are combined. */
export const designs: Sample[] = [
  { name: 'Ink', foreground: rgb('111827'), design: { modules: 'rounded', eyeframe: 'rounded', eyeball: 'rounded' } },
  { name: 'Beads', foreground: rgb('0f3d3e'), design: { modules: 'dots', eyeframe: 'circle', eyeball: 'circle' } },
  {
    name: 'Liquid',
    foreground: rgb('1e1b4b'),
    design: { modules: 'extra-rounded', eyeframe: 'circle', eyeball: 'circle' },
  },
  { name: 'Classy', foreground: rgb('3b0764'), design: { modules: 'classy', eyeframe: 'leaf', eyeball: 'leaf' } },
  {
    name: 'Petal',
    foreground: rgb('831843'),
    design: { modules: 'classy-rounded', eyeframe: 'drop', eyeball: 'drop' },
  },
  { name: 'Grid', foreground: rgb('1f2937'), design: { modules: 'square', eyeframe: 'rounded', eyeball: 'circle' } },
  {
    name: 'Sunset',
    design: {
      modules: 'rounded',
      eyeframe: 'rounded',
      eyeball: 'rounded',
      gradient: linear(90, '7c2d12', 'be123c', '6b21a8'),
    },
  },
  {
    name: 'Ocean',
    design: {
      modules: 'extra-rounded',
      eyeframe: 'circle',
      eyeball: 'circle',
      gradient: linear(45, '0c4a6e', '0f766e'),
    },
  },
  {
    name: 'Ember',
    design: { modules: 'dots', eyeframe: 'circle', eyeball: 'circle', gradient: radial('b91c1c', '431407') },
  },
  {
    name: 'Aurora',
    design: {
      modules: 'classy-rounded',
      eyeframe: 'leaf',
      eyeball: 'circle',
      gradient: linear(135, '065f46', '1e3a8a', '6b21a8'),
    },
  },
  {
    name: 'Forest',
    foreground: rgb('14532d'),
    background: rgb('f0fdf4'),
    design: { modules: 'classy', eyeframe: 'rounded', eyeball: 'leaf', eyeballcolor: rgb('166534') },
  },
  {
    name: 'Cream',
    foreground: rgb('44290b'),
    background: rgb('fdf6e3'),
    design: { modules: 'rounded', eyeframe: 'leaf', eyeball: 'leaf' },
  },
  {
    name: 'Sky',
    foreground: rgb('0c3b66'),
    background: rgb('e0f2fe'),
    design: { modules: 'dots', eyeframe: 'rounded', eyeball: 'rounded' },
  },
  {
    name: 'Blush',
    foreground: rgb('701a3a'),
    background: rgb('fff1f2'),
    design: { modules: 'extra-rounded', eyeframe: 'drop', eyeball: 'circle' },
  },
  {
    name: 'Lemon',
    foreground: rgb('1c1917'),
    background: rgb('fef08a'),
    design: { modules: 'square', eyeframe: 'square', eyeball: 'circle' },
  },
  {
    name: 'Mint',
    foreground: rgb('134e4a'),
    background: rgb('ccfbf1'),
    design: { modules: 'rounded', eyeframe: 'circle', eyeball: 'drop' },
  },
  {
    name: 'Cherry eyes',
    foreground: rgb('1f2937'),
    design: {
      modules: 'dots',
      eyeframe: 'circle',
      eyeball: 'circle',
      eyeframecolor: rgb('9f1239'),
      eyeballcolor: rgb('9f1239'),
    },
  },
  {
    name: 'Two tones',
    foreground: rgb('1e3a8a'),
    design: {
      modules: 'rounded',
      eyeframe: 'rounded',
      eyeball: 'rounded',
      eyeframecolor: rgb('1e3a8a'),
      eyeballcolor: rgb('c2410c'),
    },
  },
  {
    name: 'Violet eyes',
    foreground: rgb('111827'),
    design: {
      modules: 'classy',
      eyeframe: 'leaf',
      eyeball: 'leaf',
      eyeframecolor: rgb('6d28d9'),
      eyeballcolor: rgb('4c1d95'),
    },
  },
  {
    name: 'Signal',
    foreground: rgb('000000'),
    design: { modules: 'square', eyeframe: 'circle', eyeball: 'square', eyeballcolor: rgb('b91c1c') },
  },
  {
    name: 'Mark',
    foreground: rgb('0b3d91'),
    hasLogo: true,
    design: { modules: 'rounded', eyeframe: 'rounded', eyeball: 'rounded' },
  },
  {
    name: 'Mark on beads',
    foreground: rgb('111827'),
    hasLogo: true,
    design: { modules: 'dots', eyeframe: 'circle', eyeball: 'circle', logosize: 0.15, logomargin: 1 },
  },
  {
    name: 'Mark in a gradient',
    hasLogo: true,
    design: {
      modules: 'extra-rounded',
      eyeframe: 'circle',
      eyeball: 'circle',
      gradient: linear(45, '0b3d91', '6b21a8'),
    },
  },
  {
    name: 'Classy mark',
    foreground: rgb('14532d'),
    hasLogo: true,
    design: { modules: 'classy-rounded', eyeframe: 'drop', eyeball: 'drop', logosize: 0.18 },
  },
]
