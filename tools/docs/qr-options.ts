import { EYE_SHAPES, FRAME_TYPES, MODULE_SHAPES } from '../../schemas/qr-design.ts'
import { linear, radial, rgb, type Sample } from './qr-sample.ts'

/** Every option on its own, in groups. */
export const options: Record<string, Sample[]> = {
  'Modules (`modules`)': MODULE_SHAPES.map((modules) => ({ name: modules, design: { modules } })),
  'Rings of the eyes (`eyeframe`)': EYE_SHAPES.map((eyeframe) => ({
    name: eyeframe,
    design: { eyeframe, eyeframecolor: rgb('8a1c5a') },
  })),
  'Centers of the eyes (`eyeball`)': EYE_SHAPES.map((eyeball) => ({
    name: eyeball,
    design: { eyeball, eyeballcolor: rgb('8a1c5a') },
  })),
  'Gradients (`gradient`)': [
    ...[0, 45, 90].map((angle) => ({
      name: `linear, angle ${angle}`,
      design: { gradient: linear(angle, '0b3d91', 'a3154f') },
    })),
    { name: 'linear, four stops', design: { gradient: linear(0, '7a1fa2', 'b3261e', '0b6b3a', '0b3d91') } },
    { name: 'radial', design: { gradient: radial('b3261e', '1a237e') } },
  ],
  'Logos (`logosize`, `logomargin`)': [
    { name: 'default', hasLogo: true },
    { name: 'logosize 0.15', hasLogo: true, design: { logosize: 0.15 } },
    { name: 'logosize 0.1, logomargin 1.5', hasLogo: true, design: { logosize: 0.1, logomargin: 1.5 } },
    { name: 'logosize 0.2, logomargin 0', hasLogo: true, design: { logosize: 0.2, logomargin: 0 } },
  ],
  'Frames (`frame`)': FRAME_TYPES.flatMap((type) =>
    (['below', 'above'] as const).map((position) => ({
      name: `${type}, ${position}`,
      design: { frame: { type, position, caption: 'Scan me' } },
    })),
  ),
  'Captions in any script (`frame.caption`)': [
    'Scan me',
    'Scannez pour le menu du jour et les vins',
    'Отсканируй меня',
    'Σκανάρισέ με',
    'امسح الرمز ضوئيًا',
    'סרוק אותי',
    'मुझे स्कैन करें',
    'สแกนฉัน',
    '扫描二维码',
    'スキャンして',
    '스캔하세요',
    'დამასკანერე',
  ].map((caption) => ({ name: caption, design: { frame: { type: 'bar', caption } } })),
  'Background (`transparent`)': [{ name: 'transparent', design: { transparent: true } }],
}
