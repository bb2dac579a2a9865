import { type ReactNode, useState } from 'react'
import type { MovimentoDetalhado, Sugestao } from '#contract/conciliacao.ts'
import { inteira } from '#web/api/inteira.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Secao } from '#web/ui/Secao.tsx'
import { aDecidir, decisaoDe } from './decisao.ts'
import { CERTEZAS, oQueSugere, vence } from './palavras.ts'
import { useDecidirEAvisar } from './useDecidirEAvisar.ts'
import { useComTecla } from './useTeclasDaLista.ts'

const EscolherContasDialog = onDemand(() => import('./EscolherContasDialog.tsx'), 'EscolherContasDialog')
const dialogos = () => import('./MotivoDialogs.tsx')
const IgnorarDialog = onDemand(dialogos, 'IgnorarDialog')

interface Props {
  um: MovimentoDetalhado
  aoDecidir: (() => void) | undefined
}

/** The suggestions, best first, each with its reason and a button that applies it; and the other decisions. */
export function Indeciso({ um, aoDecidir }: Props) {
  const { decidir, fazendo, erro } = useDecidirEAvisar(um, aoDecidir)
  const comTecla = useComTecla(aoDecidir !== undefined)
  const ignorar = () =>
    void abrir((fechar) => <IgnorarDialog um={um} aoDecidir={aoDecidir} aoFechar={() => fechar()} />)
  const naoEDeCliente = (
    <Button disabled={fazendo} {...comTecla('I')} onClick={ignorar}>
      Não é de cliente
    </Button>
  )
  // A refund waits for its credit to be known; a person can only say that it is none of ours.
  if (um.tipo !== 'credito')
    return (
      <>
        <Secao className="movimento-secao grid gap-8" titulo="À espera">
          <p className="cinza">
            {um.motivo ?? 'O crédito que esta devolução tira ainda não é conhecido. O sistema tenta de novo sozinho.'}
          </p>
        </Secao>
        <div className="movimento-acoes flex wrap gap-8">{naoEDeCliente}</div>
      </>
    )
  const escolher = () =>
    void abrir((fechar) => <EscolherContasDialog um={um} aoDecidir={aoDecidir} aoFechar={() => fechar()} />)
  return (
    <>
      {um.motivo && <Alert tom="info">{um.motivo}</Alert>}
      <Secao
        className="movimento-secao grid gap-8"
        titulo={um.sugestoes.length > 0 ? 'O que pode ser' : 'Sem sugestão'}
      >
        {um.sugestoes.length === 0 && (
          <p className="cinza">Nada do que está em aberto se parece com este pagamento. Escolha de quem é.</p>
        )}
        <ol className="grid gap-8">
          {um.sugestoes.map((sugestao, i) => (
            <Opcao
              // biome-ignore lint/suspicious/noArrayIndexKey: best first, they have no other identity
              key={i}
              sugestao={sugestao}
              melhor={i === 0}
              atalho={i === 0 ? comTecla('A') : {}}
              de={aDecidir(um)}
              fazendo={fazendo}
              aoEscolher={() => (sugestao.acao === 'ignorar' ? ignorar() : decidir(decisaoDe(sugestao)))}
            />
          ))}
        </ol>
        {erro && <Alert tom="error">{erro}</Alert>}
      </Secao>
      <div className="movimento-acoes flex wrap gap-8">
        <Button
          variant={um.sugestoes.length > 0 ? 'outlined' : 'contained'}
          disabled={fazendo}
          {...comTecla('E')}
          onClick={escolher}
        >
          Escolher contas
        </Button>
        {naoEDeCliente}
      </div>
    </>
  )
}

const VERBOS: Record<Sugestao['acao'], string> = { aplicar: 'Aplicar', vincular: 'Vincular', ignorar: 'Ignorar' }
const verboDe = (sugestao: Sugestao) =>
  sugestao.acao === 'aplicar' && decisaoDe(sugestao).como === 'credito' ? 'Deixar como crédito' : VERBOS[sugestao.acao]

interface OpcaoProps {
  sugestao: Sugestao
  melhor: boolean
  atalho: object
  de: number
  fazendo: boolean
  aoEscolher: () => unknown
}

function Opcao({ sugestao, melhor, atalho, de, fazendo, aoEscolher }: OpcaoProps) {
  const { acao, certeza, contas, encargos_dispensados, porque } = sugestao
  const sobra = acao === 'aplicar' ? somar([de, -somar(contas.map(({ valor }) => valor))]) : 0
  const titulo = oQueSugere(sugestao)
  // The one that was pressed shows that it works; the others wait for it.
  const [indo, setIndo] = useState(false)
  return (
    <li className="sugestao">
      <div className="row wrap between gap-8">
        <b className="forte">{titulo}</b>
        <Chip tom={CERTEZAS[certeza].tom}>{CERTEZAS[certeza].rotulo}</Chip>
      </div>
      <p className="cinza">{inteira(porque)}</p>
      {acao === 'aplicar' && (
        <ul className="sugestao-contas miudo algarismos">
          {contas.map((conta) => (
            <li key={conta.id}>
              <span>
                {conta.nome}, {vence(conta.vencimento)}
                {conta.resta > 0 && <OQueDeixa>Parte: restam {dinheiro(conta.resta)}, sem os encargos</OQueDeixa>}
                {conta.encargos_dispensados > 0 && (
                  <OQueDeixa>Fica paga, e dispensa {dinheiro(conta.encargos_dispensados)} de encargos</OQueDeixa>
                )}
              </span>
              <span>{dinheiro(conta.valor)}</span>
            </li>
          ))}
          {contas.length > 1 && encargos_dispensados > 0 && (
            <li>
              <span>Encargos dispensados, ao todo</span>
              <span>{dinheiro(encargos_dispensados)}</span>
            </li>
          )}
          {sobra > 0 && (
            <li>
              <span>Fica como crédito do cliente</span>
              <span>{dinheiro(sobra)}</span>
            </li>
          )}
        </ul>
      )}
      <div>
        <Button
          variant={melhor ? 'contained' : 'outlined'}
          size="small"
          disabled={fazendo}
          loading={indo}
          aria-label={`${verboDe(sugestao)}: ${titulo}`}
          {...atalho}
          onClick={async () => {
            setIndo(true)
            await aoEscolher()
            setIndo(false)
          }}
        >
          {verboDe(sugestao)}
        </Button>
      </div>
    </li>
  )
}

/** What the account would be left as, shown before deciding. */
const OQueDeixa = ({ children }: { children: ReactNode }) => <span className="sugestao-deixa forte">{children}</span>
