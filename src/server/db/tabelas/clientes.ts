import type { Generated, GeneratedAlways } from 'kysely'
import type { MotivoFila, StatusCliente } from '#domain/cliente.ts'
import type { MeioDaConfirmacao } from '#domain/pessoa.ts'
import type { Uf } from '#domain/uf.ts'
import type { InstanteOuNulo, Timestamp } from './tipos.ts'

/** Who owes, over which phone, and what people write about them. */
export interface TabelasDosClientes {
  cliente: {
    id: GeneratedAlways<number>
    nome: string
    documento: string | null
    telefone: string | null
    contato_id: number | null
    email: string | null
    codigo_externo: string | null
    /** Before codes were unique another customer had the same code, and that one keeps it. */
    codigo_repetido: Generated<boolean>
    uf: Uf | null
    municipio: string | null
    status: StatusCliente
    operador_id: number | null
    numero_chamadas: Generated<number>
    /** Those of them that were made before the customer came into an agreement, or back into it. */
    tentativas_vistas: Generated<number>
    motivo_pausa: string | null
    pausado_ate: string | null
    aguardando_desde: InstanteOuNulo
    aguardando_motivo: MotivoFila | null
    fila_desde: InstanteOuNulo
    fila_motivo: TabelasDosClientes['cliente']['aguardando_motivo']
    fila_livre: Generated<boolean>
    acordo_quebrado_pendente: Generated<boolean>
    promessa_quebrada_pendente: Generated<boolean>
    nao_lidas: Generated<number>
    aberto_centavos: Generated<number>
    contas_abertas: Generated<number>
    vencimento_mais_antigo: string | null
    ultimo_contato_em: InstanteOuNulo
    importacao_id: number | null
    anonimizado_em: InstanteOuNulo
    concluido_em: InstanteOuNulo
    created_at: Timestamp
    updated_at: Timestamp
    busca: GeneratedAlways<string>
  }
  contato: {
    id: GeneratedAlways<number>
    canonico: string | null
    hash: Buffer
    /** The version of the hash key (`chave_de_hash`). */
    hash_chave: Generated<number>
    wa_id: string | null
    bsuid: string | null
    aceita_mensagens: Generated<boolean>
    palavra_em: InstanteOuNulo
    consentimento_origem: string | null
    invalido_em: InstanteOuNulo
    /** WhatsApp told that its person left it. */
    deixado_em: InstanteOuNulo
    janela_ate: InstanteOuNulo
    ultimo_modelo_dia: string | null
    ultima_cobranca_dia: string | null
    ultimo_contato_em: InstanteOuNulo
    fora_do_horario_dia: string | null
    verificado_em: InstanteOuNulo
    consentimento_em: InstanteOuNulo
    aceita_marketing: Generated<boolean>
    marketing_em: InstanteOuNulo
    /** WhatsApp there cannot show a payment button. */
    sem_botao_de_pagamento: Generated<boolean>
  }
  pessoa_do_telefone: {
    cliente_id: number
    contato_id: number
    negada_em: InstanteOuNulo
    confirmada_em: InstanteOuNulo
    confirmada_por: MeioDaConfirmacao | null
    ouvida_em: InstanteOuNulo
  }
  anotacao: {
    id: GeneratedAlways<number>
    cliente_id: number
    autor_id: number
    texto: string
    fixada: Generated<boolean>
    created_at: Timestamp
    editada_em: InstanteOuNulo
  }
  mencao: {
    anotacao_id: number
    usuario_id: number
    vista_em: InstanteOuNulo
  }
  /** Whose a customer was until when. */
  dono_anterior: {
    id: GeneratedAlways<number>
    cliente_id: number
    operador_id: number | null
    ate: Timestamp
  }
  contagem_cliente: {
    id: GeneratedAlways<number>
    operador_id: number | null
    status: TabelasDosClientes['cliente']['status']
    clientes: number
    falhas: number
    aberto_centavos: number
  }
  contagem_atraso: {
    id: GeneratedAlways<number>
    status: TabelasDosClientes['cliente']['status']
    vencimento_mais_antigo: string | null
    clientes: number
  }
}
