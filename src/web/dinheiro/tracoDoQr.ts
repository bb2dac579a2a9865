import encodeQR from 'qr'
import { tracoDasLinhas } from '#domain/qr.ts'

/** A text's QR as one path, with the quiet zone that cameras need. */
export const tracoDoQr = (texto: string) => tracoDasLinhas(encodeQR(texto, 'raw', { ecc: 'medium', border: 4 }))
