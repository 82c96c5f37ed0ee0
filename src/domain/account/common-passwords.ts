/** The most common passwords, most common first: the start of zxcvbn's list. The rest of it would add 220 kB. */
export const commonPasswords = `
123456 password 12345678 qwerty 123456789 12345 111111 1234567 dragon 123123 baseball abc123 football monkey letmein
shadow master 696969 michael mustang 666666 qwertyuiop 123321 1234567890 superman 1qaz2wsx 7777777 jordan qazwsx
jennifer 123qwe 000000 killer trustno1 hunter harley zxcvbnm asdfgh buster andrew batman soccer tigger charlie robert
sunshine thomas iloveyou ranger daniel hockey george computer michelle jessica starwars pepper klaster 112233 zxcvbn
freedom princess joshua maggie ginger 11111111 131313 amanda ashley cheese 159753 nicole summer matthew chelsea dallas
matrix william yankees taylor corvette austin access martin heather thunder merlin secret diamond hello anthony hammer
1234qwer silver justin patrick richard bailey internet samantha golfer scooter orange cookie q1w2e3r4t5 maverick
jackson mickey phoenix snoopy guitar whatever chicken morgan camaro mercedes peanut ferrari falcon welcome samsung
steelers joseph smokey melissa arsenal boomer eagles tigers marina gateway porsche yellow monster spider diablo hannah
bulldog junior london purple lakers iceman qwer1234 cowboys money banana ncc1701 boston tennis johnny q1w2e3r4 coffee
123654 edward mother yamaha oliver charles player knight forever steven rangers midnight chicago victoria angel chris
jasper james rabbit natasha rachel marine wizard raiders prince fishing flower crystal jasmine winner winter gandalf
password1 enter 1q2w3e4r golden lauren cocacola jordan23 winston madison panther sophie johnson asdfasdf david tiger
murphy canada 12344321 jonathan cooper apples admin root login changeme default flotilla balena resin device raspberry
`
  .trim()
  .split(/\s+/)
