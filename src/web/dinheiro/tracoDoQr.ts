import encodeQR from 'qr'
import { FORMA_DO_QR, tracoDasLinhas } from '#domain/qr.ts'

/** A text as a QR. */
export const tracoDoQr = (texto: string) => tracoDasLinhas(encodeQR(texto, 'raw', FORMA_DO_QR))
