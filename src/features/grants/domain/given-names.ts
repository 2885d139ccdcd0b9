/**
 * Common given names of the United States and the United Kingdom. They distinguish "For John Smith", which names a person, from
 * "For Harbor Light", which does not. A name that is missing here is seen by the person who reviews the grant.
 */
const names = `
  aaron abdul abigail adam adrian agnes ahmed aidan alan albert alejandro alex alexander alexandra alexis alfred ali
  alice alicia alison allison alyssa amanda amelia amir amy ana andre andrea andrew angela angelica anita ann anna
  anne annette annie anthony antonio ariana arthur ashley aubrey audrey ava avery barbara beatrice ben benjamin
  bernard bernice beth bethany betty beverly billy bob bobby bonnie brad bradley brandon brenda brendan brian brianna
  bridget brittany bruce bryan caitlin caleb calvin cameron carl carla carlos carmen caroline carolyn carrie catherine
  cathy cecilia charles charlie cheryl chloe chris christian christina christine christopher cindy claire clara clare
  clarence claudia colin colleen connie connor corey courtney craig curtis cynthia daniel danielle danny darren darryl
  dave david deborah debra denise dennis derek diana diane diego dominic donald donna doris dorothy doug douglas
  duncan dylan eddie edith edna edward edwin eileen elaine eleanor elena elijah elizabeth ella ellen elliot elsie
  emily emma eric erica erika erin ernest esther ethan eugene eva evan evelyn fatima felix fernando fiona frances
  francis francisco frank fred frederick gabriel gail gareth gary gavin gemma geoffrey george gerald geraldine gillian
  gina gladys gordon graham greg gregory guillermo hannah harold harriet harry hassan hector heidi helen henry herbert
  howard hugh ian ibrahim irene isaac isabel isabella isla ivan jack jackie jacob jacqueline jaime jake james jamie
  jan jane janet janice jared jasmine jason javier jeff jeffrey jennifer jenny jeremy jerome jerry jesse jessica jill
  jim jimmy joan joann joanna joanne joe joel john johnny jon jonathan jorge jose joseph joshua joyce juan juanita
  judith judy julia julian julie justin karen karina karl kate katherine kathleen kathryn kathy katie kayla keith
  kelly kelsey ken kenneth kerry kevin kim kimberly kirsten kristen kristin kurt kyle larry laura lauren laurie leah
  lee leo leon leonard leslie lewis liam lillian linda lindsay lisa lloyd lois lori lorraine louis louise lucas
  lucille lucy luis luke lydia lynn malcolm manuel marc marcia marcus margaret maria marian marie marilyn mario
  marjorie marlene martha martin marvin mary mason mateo matt matthew maureen max megan mehmet melanie melissa mia
  michael michele michelle miguel mike mildred mohamed mohammed molly monica morgan muhammad nancy naomi natalie
  natasha nathan neil nicholas nick nicola nicole nigel nina noah nora norma norman oliver olivia omar oscar owen
  pablo pamela patricia patrick paul paula pauline pedro peggy penelope peter phil philip phillip phoebe phyllis priya
  rachel ralph ramon randall randy raymond rebecca reginald rhys ricardo richard rick ricky rita robert roberta rodney
  roger roland ron ronald rosa rosemary ross roy ruben russell ruth ryan sally sam samantha samuel sandra sara sarah
  sean sebastian sergio shane shannon sharon shaun shawn sheila shelley sherry shirley sian simon sofia sonia sophia
  sophie stacey stacy stan stanley stephanie stephen steve steven stuart susan suzanne sylvia tamara tammy tanya tara
  ted teresa terrence terry theodore theresa thelma thomas tiffany tim timothy tina todd tom tommy toni tony tracey
  tracy travis trevor tyler valerie vanessa veronica vicki victor vincent vivian walter wanda wendy wesley wilhelmina
  william willie winifred xavier yolanda yusuf yvonne zachary zoe`

export const givenNames: ReadonlySet<string> = new Set(names.trim().split(/\s+/))
