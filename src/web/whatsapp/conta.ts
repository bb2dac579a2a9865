import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'

/** The company has not set up its own account. */
export const semConta = ({ provedor, estado }: ConexaoWhatsapp) =>
  provedor === 'emulador' || estado === 'nao_configurado'

/** Something of an account was set, so there is something to check with Meta. */
export const contaComecada = ({ provedor, phone_number_id, business_account_id }: ConexaoWhatsapp) =>
  provedor === 'cloud_api' && (phone_number_id !== null || business_account_id !== null)
