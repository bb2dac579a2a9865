import type { ReactNode } from 'react'
import type { ResultadoDoBanco } from '#contract/extratos.ts'
import { nomeDoBanco } from '#domain/arquivo-do-banco.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { dia, dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { aceitarMotivo, assistenteBanco, gravarBanco } from './assistenteBanco.ts'

type Pendencia = ResultadoDoBanco['pendencias'][number]
const MOTIVOS: Record<Pendencia['motivo'], { titulo: (n: number) => string; texto: string }> = {
  outra_conta: {
    titulo: (n) => plural(n, 'arquivo de uma conta nova', 'arquivos de contas novas'),
    texto: 'A conta bancária ainda não tinha aparecido aqui. Aceite só se ela é da empresa.',
  },
  totais: {
    titulo: (n) => plural(n, 'arquivo cujos totais não fecham', 'arquivos cujos totais não fecham'),
    texto: 'O que o banco escreveu no fim não bate com as linhas. O arquivo pode estar incompleto.',
  },
}
const FORMATOS: Record<ResultadoDoBanco['arquivos'][number]['formato'], string> = {
  ofx: 'extrato OFX',
  cnab240: 'retorno CNAB 240',
  cnab400: 'retorno CNAB 400',
}

interface Props {
  resultado: ResultadoDoBanco
  /** Whether it was written; else it is a simulation. */
  gravado: boolean
  falha: ReactNode
}

/** What the files bring: what is new, what is matched automatically, what waits for a decision, what did not come in. */
export function ConferenciaBanco({ resultado, gravado, falha }: Props) {
  const { pendencias, recontando } = assistenteBanco.usar()
  const nada = resultado.novos === 0 && !recontando
  const espera = resultado.pendencias.length > 0
  return (
    <>
      <Page largura={1080}>
        {falha}
        <div aria-busy={Boolean(recontando)} className="banco-figuras">
          <Figuras resultado={resultado} gravado={gravado} />
        </div>
        {gravado ? (
          <Ocorrencias titulo="Não foram gravados: aguardavam a sua decisão" itens={resultado.pendencias} />
        ) : (
          pendencias.length > 0 && <Pendencias pendencias={pendencias} />
        )}
        <Arquivos resultado={resultado} />
        <Ocorrencias titulo={gravado ? 'Não entraram' : 'Não entram'} itens={resultado.erros} />
        <Ocorrencias
          titulo={gravado ? 'Avisos: entraram, mas confira' : 'Avisos: entram, mas confira'}
          itens={resultado.avisos}
        />
      </Page>
      <RodapePassos>
        {gravado ? (
          <>
            <Button onClick={() => assistenteBanco.recomecar()}>Importar outro arquivo</Button>
            <ButtonLink
              variant="contained"
              to="/admin/conciliacao"
              search={{}}
              onClick={() => assistenteBanco.recomecar()}
            >
              {resultado.sugeridos + resultado.sem_dono > 0
                ? `Decidir ${plural(resultado.sugeridos + resultado.sem_dono, 'movimento', 'movimentos')}`
                : 'Ver o que está sem dono'}
            </ButtonLink>
          </>
        ) : (
          <>
            <Button onClick={() => assistenteBanco.recomecar()}>Voltar</Button>
            <Button
              variant="contained"
              disabled={nada}
              loading={Boolean(recontando)}
              onClick={() => void gravarBanco()}
            >
              {nada
                ? espera
                  ? 'Aceite um arquivo acima para gravar'
                  : 'Nada novo a gravar'
                : `Gravar ${plural(resultado.novos, 'movimento', 'movimentos')}`}
            </Button>
          </>
        )}
      </RodapePassos>
    </>
  )
}

function Figuras({ resultado, gravado }: { resultado: ResultadoDoBanco; gravado: boolean }) {
  const { novos, repetidos, aplicados, sugeridos, sem_dono, ignorados, devolvidos = 0, valor_total } = resultado
  return (
    <KpiStrip
      rotulo="O que os arquivos trazem"
      itens={[
        {
          rotulo: 'Movimentos novos',
          figura: numero(novos),
          legenda: repetidos > 0 ? plural(repetidos, 'já estava aqui', 'já estavam aqui') : 'nenhum repetido',
        },
        { rotulo: 'Entraram', figura: dinheiro(valor_total), legenda: 'nos créditos novos' },
        {
          rotulo: gravado ? 'Aplicados sozinhos' : 'Aplicam-se sozinhos',
          figura: numero(aplicados),
          legenda: 'o número ou o código diz de quem são',
        },
        {
          rotulo: 'Esperam você',
          figura: numero(sugeridos + sem_dono),
          legenda: `${numero(sugeridos)} com sugestão · fora ${plural(ignorados, 'ignorado', 'ignorados')}${devolvidos > 0 ? ` e ${numero(devolvidos)} em devoluções` : ''}`,
          tom: sugeridos + sem_dono > 0 ? 'warning' : undefined,
        },
      ]}
    />
  )
}

/** One file may hold the statements of several accounts. */
const arquivosDe = (itens: readonly { arquivo: string }[]) => new Set(itens.map(({ arquivo }) => arquivo)).size

/** Accepting a reason lets in every file that waits for it. */
function Pendencias({ pendencias }: { pendencias: Pendencia[] }) {
  const { aceitar } = assistenteBanco.usar()
  return (
    <Quadro titulo="Aguardam a sua decisão" legenda="o que ficar desmarcado não é gravado" lista>
      {(Object.keys(MOTIVOS) as Pendencia['motivo'][]).map((motivo) => {
        const dela = pendencias.filter((uma) => uma.motivo === motivo)
        if (dela.length === 0) return null
        return (
          <div key={motivo} className="banco-pendencia">
            <Checkbox
              rotulo={MOTIVOS[motivo].titulo(arquivosDe(dela))}
              ajuda={MOTIVOS[motivo].texto}
              checked={aceitar.has(motivo)}
              onChange={({ target }) => void aceitarMotivo(motivo, target.checked)}
            />
            <ul className="miudo">
              {dela.map(({ arquivo, mensagem }) => (
                <li key={arquivo + mensagem} className="quebra">
                  {arquivo}: {mensagem}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </Quadro>
  )
}

const Arquivos = ({ resultado: { arquivos } }: { resultado: ResultadoDoBanco }) =>
  arquivos.length > 0 && (
    <Quadro titulo={plural(arquivosDe(arquivos), 'arquivo lido', 'arquivos lidos')} lista>
      <ul className="banco-itens">
        {arquivos.map(({ arquivo, formato, banco, conta, de, ate }) => (
          <li key={`${arquivo}|${conta}`} className="quebra">
            {arquivo}
            <div className="miudo">
              {[
                FORMATOS[formato],
                banco && nomeDoBanco(banco),
                conta && `conta ${conta}`,
                de && ate && (de === ate ? dia(de) : `${dia(de)} a ${dia(ate)}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
    </Quadro>
  )

const POR_VEZ = 100

const Ocorrencias = ({ titulo, itens }: { titulo: string; itens: { arquivo: string; mensagem: string }[] }) =>
  itens.length > 0 && (
    <Quadro titulo={`${titulo} (${numero(itens.length)})`} lista>
      <ul className="banco-itens">
        {itens.slice(0, POR_VEZ).map(({ arquivo, mensagem }) => (
          <li key={arquivo + mensagem} className="quebra">
            {mensagem}
            <div className="miudo">{arquivo}</div>
          </li>
        ))}
        {itens.length > POR_VEZ && <li className="miudo">e mais {numero(itens.length - POR_VEZ)}</li>}
      </ul>
    </Quadro>
  )
