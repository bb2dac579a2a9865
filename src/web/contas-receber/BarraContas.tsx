import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { BarraDeFiltros } from '#web/ui/BarraDeFiltros.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { FiltroMenu } from '#web/ui/FiltroMenu.tsx'
import { Flutuante } from '#web/ui/Flutuante.tsx'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { UploadFileOutlined } from '#web/ui/icons/UploadFileOutlined.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { CamposDosFiltros, type FiltrosProps } from './CamposDosFiltros.tsx'
import { FAIXAS, IMPORTAR, ORIGENS, statusDe } from './contas.queries.ts'
import { novaConta } from './dialogos.tsx'
import { FiltroImportacao } from './FiltroImportacao.tsx'
import { filtrosEmPalavras, guardarStatus, SEM_FILTROS, STATUS } from './filtros.ts'

/** The search, a button for each filter, and what may be done with the list. */
export function BarraContas({ filtros, mudar, aoExportar }: FiltrosProps & { aoExportar: () => Promise<void> }) {
  const emUso = filtrosEmPalavras(filtros).length || Number(filtros.status !== undefined)
  const importar = () => mudar(IMPORTAR, { empurrar: true })
  return (
    <BarraDeFiltros
      quantos={emUso > 1 ? 'cheios muitos' : 'cheios'}
      emUso={emUso}
      aoLimpar={() => mudar(SEM_FILTROS)}
      busca={
        <SearchField
          rotulo="Número, cliente ou documento"
          valor={filtros.busca}
          aoMudar={(busca) => mudar({ busca })}
        />
      }
      filtros={<Botoes filtros={filtros} mudar={mudar} />}
      campos={<CamposDosFiltros filtros={filtros} mudar={mudar} />}
      fim={
        <>
          <AcoesDaLista compacta aoExportar={aoExportar} />
          <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={importar}>
            Importar XML
          </Button>
          <Button variant="contained" startIcon={<AddOutlined />} onClick={() => void novaConta()}>
            Nova conta
          </Button>
        </>
      }
      fimCelular={
        <>
          <AcoesDaLista compacta aoExportar={aoExportar} aoImportar={importar} />
          <Flutuante rotulo="Nova conta" icone={<AddOutlined />} aoFazer={() => void novaConta()} />
        </>
      }
    />
  )
}

function Botoes({ filtros, mudar }: FiltrosProps) {
  return (
    <>
      <FiltroMenu
        rotulo="Situação"
        valor={statusDe(filtros)}
        opcoes={STATUS}
        aoMudar={(status) => mudar({ status: guardarStatus(status) })}
      />
      <FiltroMenu rotulo="Atraso" valor={filtros.faixa} opcoes={FAIXAS} aoMudar={(faixa) => mudar({ faixa })} />
      <FiltroIntervalo rotulo="Vencimento" tipo="dias" nomes={['vencimento_de', 'vencimento_ate']} />
      <FiltroIntervalo
        rotulo="Valor"
        ajuda="O valor da conta, antes de pagamentos."
        tipo="reais"
        nomes={['valor_min', 'valor_max']}
      />
      {/* Shown only where the dashboard's link set it. */}
      {filtros.origem && (
        <FiltroMenu rotulo="Origem" valor={filtros.origem} opcoes={ORIGENS} aoMudar={(origem) => mudar({ origem })} />
      )}
      {filtros.importacao_id && <FiltroImportacao id={Number(filtros.importacao_id)} />}
    </>
  )
}
