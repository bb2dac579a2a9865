import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { TabelasDoAcesso } from './tabelas/acesso.ts'
import type { TabelasDosClientes } from './tabelas/clientes.ts'
import type { TabelasDaCobranca } from './tabelas/cobranca.ts'
import type { TabelasDasContas } from './tabelas/contas.ts'
import type { TabelasDoContatoLegal } from './tabelas/contato-legal.ts'
import type { TabelasDasCopias } from './tabelas/copias.ts'
import type { TabelasDasImportacoes } from './tabelas/importacoes.ts'
import type { TabelasDasIntegracoes } from './tabelas/integracoes.ts'
import type { TabelasDosLogs } from './tabelas/logs.ts'
import type { TabelasDasMensagens } from './tabelas/mensagens.ts'
import type { TabelasDosMovimentos } from './tabelas/movimentos.ts'
import type { TabelasDaPagina } from './tabelas/pagina.ts'
import type { TabelasDoRecebimento } from './tabelas/recebimento.ts'
import type { TabelasDasTratativas } from './tabelas/tratativas.ts'

/** Every table, by its name in the database; a file a noun in `tabelas`. */
export interface Database
  extends TabelasDoAcesso,
    TabelasDosClientes,
    TabelasDasContas,
    TabelasDasTratativas,
    TabelasDoRecebimento,
    TabelasDosMovimentos,
    TabelasDasMensagens,
    TabelasDaCobranca,
    TabelasDoContatoLegal,
    TabelasDasImportacoes,
    TabelasDosLogs,
    TabelasDasIntegracoes,
    TabelasDaPagina,
    TabelasDasCopias {}

export type Db = Kysely<Database>
export type Trx = Transaction<Database>
export type Linha<T extends keyof Database> = Selectable<Database[T]>
export type NovaLinha<T extends keyof Database> = Insertable<Database[T]>
