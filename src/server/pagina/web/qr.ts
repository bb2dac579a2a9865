import encodeQR from 'qr'
import { FORMA_DO_QR, tracoDasLinhas } from '#domain/qr.ts'

/** As the desk draws it, for a page that no script draws. */
export const tracoDoQr = (texto: string) => tracoDasLinhas(encodeQR(texto, 'raw', FORMA_DO_QR))
