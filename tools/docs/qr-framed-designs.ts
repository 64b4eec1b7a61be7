import { linear, radial, rgb, type Sample } from './qr-sample.ts'

/** Designs with a caption. */
export const framedDesigns: Sample[] = [
  {
    name: 'Poster',
    foreground: rgb('111827'),
    design: { modules: 'rounded', eyeframe: 'rounded', eyeball: 'rounded', frame: { type: 'bar', caption: 'Scan me' } },
  },
  {
    name: 'Menu',
    foreground: rgb('44290b'),
    background: rgb('fdf6e3'),
    design: { modules: 'dots', eyeframe: 'circle', eyeball: 'circle', frame: { type: 'border', caption: 'Our menu' } },
  },
  {
    name: 'Bubble',
    foreground: rgb('0f3d3e'),
    design: {
      modules: 'extra-rounded',
      eyeframe: 'circle',
      eyeball: 'circle',
      frame: { type: 'bubble', caption: 'Try me!', color: rgb('0d9488') },
    },
  },
  {
    name: 'Ticket',
    foreground: rgb('312e81'),
    design: {
      modules: 'classy',
      eyeframe: 'leaf',
      eyeball: 'leaf',
      frame: { type: 'border', position: 'above', caption: 'Admit one' },
    },
  },
  {
    name: 'Quiet',
    foreground: rgb('374151'),
    design: { modules: 'square', frame: { type: 'text', caption: 'go.example/menu' } },
  },
  {
    name: 'Loud',
    foreground: rgb('000000'),
    background: rgb('fde047'),
    design: { modules: 'square', frame: { type: 'bar', caption: 'SALE −20 %' } },
  },
  {
    name: 'Review',
    foreground: rgb('1e3a8a'),
    design: {
      modules: 'rounded',
      eyeframe: 'rounded',
      eyeball: 'circle',
      frame: { type: 'bubble', position: 'above', caption: 'Tell us what you think' },
    },
  },
  {
    name: 'Wi-Fi',
    foreground: rgb('0c4a6e'),
    background: rgb('f0f9ff'),
    design: { modules: 'dots', eyeframe: 'rounded', eyeball: 'circle', frame: { type: 'bar', caption: 'Free Wi-Fi' } },
  },
  {
    name: 'Arabic',
    foreground: rgb('134e4a'),
    design: {
      modules: 'classy-rounded',
      eyeframe: 'leaf',
      eyeball: 'leaf',
      frame: { type: 'border', caption: 'امسح القائمة' },
    },
  },
  {
    name: 'Hindi',
    foreground: rgb('7c2d12'),
    background: rgb('fff7ed'),
    design: { modules: 'rounded', eyeframe: 'circle', eyeball: 'circle', frame: { type: 'bar', caption: 'मेन्यू देखें' } },
  },
  {
    name: 'Japanese',
    foreground: rgb('881337'),
    design: {
      modules: 'extra-rounded',
      eyeframe: 'circle',
      eyeball: 'circle',
      frame: { type: 'bubble', caption: 'メニューはこちら' },
    },
  },
  {
    name: 'Chinese',
    foreground: rgb('7f1d1d'),
    background: rgb('fef2f2'),
    design: {
      modules: 'classy',
      eyeframe: 'rounded',
      eyeball: 'rounded',
      frame: { type: 'border', caption: '扫码点餐' },
    },
  },
  {
    name: 'Hebrew',
    foreground: rgb('1e3a8a'),
    design: { modules: 'dots', eyeframe: 'circle', eyeball: 'circle', frame: { type: 'text', caption: 'סרקו לתפריט' } },
  },
  {
    name: 'Festival',
    design: {
      modules: 'dots',
      eyeframe: 'circle',
      eyeball: 'circle',
      gradient: linear(45, '86198f', 'be123c', '9a3412'),
      frame: { type: 'bar', caption: 'Line-up & tickets' },
    },
  },
  {
    name: 'Museum',
    foreground: rgb('292524'),
    background: rgb('fafaf9'),
    hasLogo: true,
    design: {
      modules: 'square',
      eyeframe: 'square',
      eyeball: 'square',
      logosize: 0.18,
      frame: { type: 'text', position: 'above', caption: 'Listen to the story of this painting' },
    },
  },
  {
    name: 'App',
    hasLogo: true,
    design: {
      modules: 'rounded',
      eyeframe: 'rounded',
      eyeball: 'rounded',
      gradient: radial('6d28d9', '1e1b4b'),
      frame: { type: 'border', caption: 'Get the app', color: rgb('1e1b4b') },
    },
  },
]
