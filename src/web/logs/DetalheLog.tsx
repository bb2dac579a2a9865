import type { Log } from '#contract/logs.ts'
import { diaDe } from '#domain/data.ts'
import { inteira } from '#web/api/inteira.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dado } from '#web/ui/Dado.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ano, diaComprido, horaComSegundos, maiuscula } from '#web/ui/formatos.ts'
import { rotuloDaAcao } from './acoes.ts'
import { Nivel, Quem } from './partes.tsx'

/** What an entry is about, where its name in the data is not how it is written. */
const SOBRE: Record<string, string> = {
  arquivo_da_pasta: 'arquivo da pasta',
  evento_recebido: 'aviso recebido',
  execucao: 'execução',
  importacao: 'importação',
  usuario: 'usuário',
}

/** The whole entry, with what it refers to. */
export function DetalheLog({ log, aoFechar }: { log: Log; aoFechar: () => void }) {
  const cliente = log.referencias.find((referencia) => referencia.tipo === 'cliente')
  return (
    <Dialog
      titulo={inteira(log.descricao)}
      largura={560}
      aoFechar={aoFechar}
      acoes={
        <>
          <Button onClick={aoFechar}>Fechar</Button>
          {cliente && (
            <ButtonLink
              variant="contained"
              to="/admin/clientes"
              search={{ cliente: String(cliente.id) }}
              onClick={aoFechar}
            >
              <span className="cortado">Abrir {cliente.nome}</span>
            </ButtonLink>
          )}
        </>
      }
    >
      <dl className="log-detalhe grid center gap-8">
        <Dado rotulo="Quando">
          {maiuscula(diaComprido(diaDe(log.created_at)))} de {ano(diaDe(log.created_at))}, às{' '}
          {horaComSegundos(log.created_at)}
        </Dado>
        <Dado rotulo="Nível">
          <Nivel nivel={log.nivel} />
        </Dado>
        <Dado rotulo="Ação">
          {rotuloDaAcao(log.acao)} <code>({log.acao})</code>
        </Dado>
        <Dado rotulo="Quem">
          <Quem usuario={log.usuario} />
        </Dado>
        <Dado rotulo="Endereço">{log.ip ?? '—'}</Dado>
        <Dado rotulo="Sobre">
          {log.entidade ? `${SOBRE[log.entidade] ?? log.entidade} ${log.entidade_id ?? ''}` : '—'}
        </Dado>
        <Dado rotulo="Registro">{log.id}</Dado>
      </dl>
    </Dialog>
  )
}
