import type { Generated, GeneratedAlways } from 'kysely'
import type { FormaDoBotao } from '#domain/botao-pix.ts'
import type { FalhaDoEnvio, PorqueRetida } from '#domain/despacho.ts'
import type { Dica } from '#domain/intencao.ts'
import type { Direcao, Envio, Finalidade, StatusMensagem, TipoMensagem } from '#domain/mensagem.ts'
import type { SituacaoModelo, TipoModelo } from '#domain/modelo.ts'
import type { Partes } from '#domain/partes.ts'
import type { PartesPreenchidas } from '#domain/partes-preenchidas.ts'
import type { InstanteOuNulo, Json, Timestamp } from './tipos.ts'

/** What is said, with which template or phrase, and how it leaves. */
export interface TabelasDasMensagens {
  mensagem: {
    id: GeneratedAlways<number>
    cliente_id: number | null
    contato_id: number | null
    direcao: Direcao
    tipo: TipoMensagem
    conteudo: string
    status: StatusMensagem
    erro_codigo: string | null
    erro_mensagem: string | null
    autor_id: number | null
    automatica: Generated<boolean>
    finalidade: Finalidade
    modelo_tipo: TipoModelo | null
    modelo_versao_id: number | null
    parametros: Json<string[]>
    wamid: string | null
    referencia: Generated<string>
    envio: Envio | null
    dia: string | null
    forcada: Generated<boolean>
    execucao_id: number | null
    passo: number | null
    tentativas: Generated<number>
    proxima_em: InstanteOuNulo
    /** For a message that waits for the allowed hours. */
    nao_antes_de: InstanteOuNulo
    reivindicada_em: InstanteOuNulo
    enviando_em: InstanteOuNulo
    aceita_em: InstanteOuNulo
    entregue_em: InstanteOuNulo
    lida_em: InstanteOuNulo
    falhou_em: InstanteOuNulo
    contou_chamada: Generated<boolean>
    liberada: Generated<boolean>
    nao_lida: Generated<boolean>
    reacao: string | null
    editada_em: InstanteOuNulo
    apagada_em: InstanteOuNulo
    preco_tipo: string | null
    preco_categoria: string | null
    partes: Json<PartesPreenchidas>
    responde_a: number | null
    midia: Json
    intencoes: Json<Dica[]>
    texto_apagado_em: InstanteOuNulo
    meta_em: InstanteOuNulo
    telefone: string | null
    created_at: Timestamp
  }
  modelo: {
    tipo: TipoModelo
    titulo: string
    categoria: Generated<string>
    idioma: Generated<string>
    updated_at: Timestamp
  }
  modelo_versao: {
    id: GeneratedAlways<number>
    tipo: TipoModelo
    numero: number
    texto: string
    nome_meta: string | null
    meta_id: string | null
    situacao: SituacaoModelo
    motivo: string | null
    criada_em: Timestamp
    enviada_em: InstanteOuNulo
    aprovada_em: InstanteOuNulo
    usuario_id: number | null
    qualidade: string | null
    partes: Json<Partes>
    /** No longer at Meta, where a newer one took its place. */
    apagada_em: InstanteOuNulo
    exclusao_recusada_em: InstanteOuNulo
    exclusao_recusa: string | null
  }
  /** A version's variant with WhatsApp's payment button. */
  modelo_botao: {
    versao_id: number
    forma: FormaDoBotao
    nome_meta: string | null
    meta_id: string | null
    categoria: Generated<string>
    situacao: SituacaoModelo
    motivo: string | null
    enviada_em: InstanteOuNulo
  }
  frase: {
    id: GeneratedAlways<number>
    /** Null: the company's. */
    usuario_id: number | null
    atalho: string
    texto: string
    updated_at: Timestamp
  }
  despacho: {
    id: Generated<number>
    posicao: Generated<number>
    marcou_em: InstanteOuNulo
    andou_em: InstanteOuNulo
    falha_tipo: FalhaDoEnvio | null
    falha_desde: InstanteOuNulo
    falha_detalhe: string | null
    sondas: Generated<number>
    fila_parada_em: InstanteOuNulo
    linhagem: Generated<string>
    linhagens_anteriores: Generated<string[]>
    retida_em: InstanteOuNulo
    retida_porque: PorqueRetida | null
    envios_perdidos: number | null
    restauracao_dita: string | null
  }
  envio_sem_registro: {
    referencia: string
    contato_id: number | null
    status: string
    meta_em: Timestamp
    visto_em: Timestamp
  }
}
