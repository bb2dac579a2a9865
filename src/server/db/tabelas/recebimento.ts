import type { Generated, GeneratedAlways } from 'kysely'
import type { SituacaoDoCodigo, TipoDeCodigo } from '#domain/codigo.ts'
import type { ConfirmarPessoa } from '#domain/recebimento.ts'
import type { InstanteOuNulo, Timestamp } from './tipos.ts'

/** How the company receives, and the codes it is paid by. */
export interface TabelasDoRecebimento {
  recebimento: {
    id: Generated<number>
    cnpj: string | null
    endereco: string | null
    telefone: string | null
    pix_nome: string | null
    pix_cidade: string | null
    chaves_anteriores: Generated<string[]>
    psp_base_url: string | null
    psp_token_url: string | null
    psp_client_id: string | null
    psp_client_secret_cifrado: Buffer | null
    psp_certificado_cifrado: Buffer | null
    psp_chave_privada_cifrado: Buffer | null
    psp_cabecalhos_cifrado: Buffer | null
    psp_webhook_segredo_cifrado: Buffer | null
    psp_certificado_ate: InstanteOuNulo
    psp_emulado: Generated<boolean>
    psp_erro: string | null
    psp_conferido_em: InstanteOuNulo
    psp_webhook_recebido_em: InstanteOuNulo
    psp_webhook_erro: string | null
    psp_webhook_conferido_em: InstanteOuNulo
    varrido_ate: InstanteOuNulo
    varrido_em: InstanteOuNulo
    revarrido_em: InstanteOuNulo
    botao_de_pagamento: Generated<boolean>
    carencia_dias_uteis: Generated<number>
    promessa_max_dias: Generated<number>
    perdao_maximo_centavos: Generated<number>
    confirmar_pessoa: Generated<ConfirmarPessoa>
  }
  codigo: {
    id: GeneratedAlways<number>
    cliente_id: number
    tipo: TipoDeCodigo
    txid: string
    copia_e_cola: string | null
    valor_centavos: number
    situacao: SituacaoDoCodigo
    vale_ate: string
    negociacao_id: number | null
    mensagem_id: number | null
    created_at: Timestamp
    no_psp: Generated<boolean>
    remover_em: InstanteOuNulo
    remocoes: Generated<number>
  }
  codigo_conta: {
    codigo_id: number
    conta_id: number
    situacao: SituacaoDoCodigo
    valor_centavos: number
    encargos_centavos: number
  }
}
